// The columns of migration 0002 as Kysely sees them.

// oxlint-disable-next-line typescript/no-empty-object-type -- filled together with the migration
export interface ProgrammeTables {}
