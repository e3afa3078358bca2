// The keys of PostgreSQL's advisory locks, which every version must share. They are in one table so that no two locks
// have the same key. Some locks have a second key, which is named here.
export const advisoryLocks = {
  migrations: 4_180_001,
  presence: 4_180_002,
  /** The second key is the generation of the keys with which the server encrypts. */
  generation: 4_180_003,
  clientMove: 4_180_004,
  /** The second key is a hash of the fingerprint. */
  fingerprint: 4_180_005,
  /** The second key is the user's id. */
  reveals: 4_180_006,
  /**
   * Held shared by every process that uses the private PostgreSQL. A process that can take it exclusively is the last.
   */
  privatePostgres: 4_180_007,
  auditChain: 4_180_008,
} as const
