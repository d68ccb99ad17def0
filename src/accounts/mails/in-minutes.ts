/** 2027-01-31 at 09:30 */
export const inMinutes = (time: number) => new Date(time).toISOString().slice(0, 16).replace('T', ' at ');
