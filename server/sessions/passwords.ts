// Hashes passwords with argon2id. Unlike bcrypt, which ignores everything after 72 bytes, argon2id uses all 100
// characters that the form allows.
import { hash, verify } from '@node-rs/argon2'

// OWASP's second profile: 19 MiB, two passes, one lane, about 20 ms. The package's default algorithm is argon2id.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The hash in argon2id's standard text form. */
export const hashPassword = (password: string): Promise<string> => hash(normalise(password), options)

/**
 * True if the password matches the hash. Without a hash, compares the password with a decoy hash and returns false. So
 * the time does not reveal which users exist.
 */
export async function passwordMatches(password: string, storedHash: string | null): Promise<boolean> {
  const isMatch = await verify(storedHash ?? (await getDecoyHash()), normalise(password))
  return isMatch && storedHash !== null
}

/** Computes the decoy hash in advance, so that the first refusal is as quick as later refusals. */
export async function precomputeDecoyHash(): Promise<void> {
  await getDecoyHash()
}

let decoyHash: Promise<string> | undefined

function getDecoyHash(): Promise<string> {
  decoyHash ??= hash('nobody has this password', options)
  return decoyHash
}

// Two keyboards may send the same letters as different byte sequences.
const normalise = (password: string): string => password.normalize('NFKC')
