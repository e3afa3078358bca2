// The language that a user has chosen. It is needed for e-mails and report files, which are written outside of calls.
import { sql } from 'kysely'
import type { Client } from '#brand/client.ts'
import type { Db } from '#server/operations/context.ts'

/** The language that the user has chosen, if the client offers this language. Otherwise the client's first language. */
export async function findUserLanguage(
  db: Db,
  { ownerId, languages }: Pick<Client, 'ownerId' | 'languages'>,
  user: { readonly id: number } | { readonly username: string },
): Promise<string> {
  const userCondition =
    'id' in user ? sql<boolean>`id = ${user.id}` : sql<boolean>`lower(username) = lower(${user.username})`
  const row = await db
    .selectFrom('user_account')
    .select('language')
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where(userCondition)
    .executeTakeFirst()
  return languages.find((language) => language === row?.language) ?? languages[0]
}
