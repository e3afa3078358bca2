// Hashes passwords with argon2id, which uses all 100 characters that the form allows. (bcrypt would ignore everything
// after 72 bytes.)
import { hash, verify } from '@node-rs/argon2'

// OWASP's second profile: 19 MiB, two passes, one lane, about 20 ms. The package's default algorithm is argon2id.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The hash in argon2id's standard text form. */
export const hashPassword = (password: string): Promise<string> => hash(normalise(password), options)

/**
 * True if the password matches the hash. Without a hash it takes the same time and returns false, so that timing does
 * not reveal which users exist.
 */
export async function passwordMatches(password: string, storedHash: string | null): Promise<boolean> {
  const isMatch = await verify(storedHash ?? (await getDecoyHash()), normalise(password))
  return isMatch && storedHash !== null
}

/** Computes the decoy hash in advance, so that the first refusal is as quick as later ones. */
export const precomputeDecoyHash = async (): Promise<void> => void (await getDecoyHash())

let decoy: Promise<string> | undefined
const getDecoyHash = (): Promise<string> => (decoy ??= hash('nobody has this password', options))

// The same letters typed on two keyboards may have different byte sequences.
const normalise = (password: string): string => password.normalize('NFKC')
