/** The length of the run. `FAULT_ROUNDS=3 FUZZ_SECONDS=20 npm run test:faults` is a short one. */

export const faultRounds = numberFrom('FAULT_ROUNDS', 100);
export const fuzzSeconds = numberFrom('FUZZ_SECONDS', 300);

function numberFrom(variable: string, otherwise: number): number {
  const given = Number(process.env[variable] || otherwise);
  if (!(given > 0)) throw new Error(`${variable} must be a number above 0`);
  return given;
}
