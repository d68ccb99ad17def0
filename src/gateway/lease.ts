import type { HourUse } from './quota-store.ts';

/** All advances together are about this part of what is left, however many processes take one. */
const leasePart = 0.05;
/** With less than this left for each process nothing is fetched ahead: it may be needed elsewhere. */
const aheadPerProcess = 20;
/** The next is fetched when this part of the last is left. */
const refillPart = 0.25;
const noHour = -1;

/** A key, whose it is, and how many requests each of them may make in an hour. */
export interface Limited {
  id: string;
  personId: string;
  keyLimit: number;
  personLimit: number;
}

/** What a process may let through without asking, of one key in one hour. */
export interface Lease {
  hour: number;
  keyId: string;
  personId: string;
  keyLimit: number;
  personLimit: number;
  left: number;
  /** Requests of this hour that no process has taken yet, when last asked: of the key or of the person, whichever has fewer. */
  untaken: number;
  /** The limit of whichever that is. */
  limit: number;
  /** Fetch the next when no more than these are left. */
  refillAt: number;
}

export const leaseSize = (untaken: number, processes: number) =>
  Math.max(1, Math.floor((untaken * leasePart) / processes));

export const isWorthFetching = ({ left, refillAt, untaken }: Lease, processes: number) =>
  left <= refillAt && untaken > aheadPerProcess * processes;

export const isFor = (lease: Lease, { keyLimit, personLimit }: Limited, hour: number) =>
  lease.hour === hour && lease.keyLimit === keyLimit && lease.personLimit === personLimit;

/** Before the database was asked: everything may be left. */
export function emptyLease({ id, personId, keyLimit, personLimit }: Limited, hour: number): Lease {
  const limit = Math.min(keyLimit, personLimit);
  return { hour, keyId: id, personId, keyLimit, personLimit, left: 0, untaken: limit, limit, refillAt: 0 };
}

/** Empties the lease, so that a request that still holds the object cannot spend from it. */
export function end(lease: Lease): void {
  lease.hour = noHour;
  lease.left = 0;
}

/** What the database has said: how much is used, and how many of them this process may now use. */
export function learn(lease: Lease, { keyUsed, personUsed }: HourUse, taken: number): void {
  const ofKey = Math.max(0, lease.keyLimit - keyUsed);
  const ofPerson = Math.max(0, lease.personLimit - personUsed);
  lease.untaken = Math.min(ofKey, ofPerson);
  lease.limit = ofPerson < ofKey ? lease.personLimit : lease.keyLimit;
  lease.left += taken;
  lease.refillAt = Math.floor(lease.left * refillPart);
}
