/** How an address is compared and kept: addresses are the same whatever their case. */
export const normalizeEmail = (email: string) => email.trim().toLowerCase();

const emailLengthMax = 254;

/** One @, something on both sides, a dot in the host, nothing a mail header could trip over. */
export const isEmail = (email: string) =>
  email.length <= emailLengthMax &&
  /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}.]+(\.[^\s@<>()[\]\\,;:"\p{C}.]+)+$/u.test(email);
