// Makes the empty embedded database that new ones begin with (server/db/empty-database.ts): `node tools/empty-database.mjs FOLDER`.
import { renameSync, rmSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'

const folder = process.argv[2]
const part = `${folder}.part`
rmSync(part, { recursive: true, force: true })
// Its log comes in files of this many megabytes, of which there are some at any time: 16 each would be two thirds of all it holds.
const database = await PGlite.create({ dataDir: part, initDbStartParams: ['--wal-segsize=1'] })
// Nobody makes a further database in it: each copy is a third smaller without those that they would be made of.
for (const name of ['template0', 'template1']) {
  await database.exec(`UPDATE pg_database SET datistemplate = false WHERE datname = '${name}'`)
  await database.exec(`DROP DATABASE ${name}`)
}
await database.close()
rmSync(folder, { recursive: true, force: true })
renameSync(part, folder)
