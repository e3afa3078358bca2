// The areas of the permission table contain each permission once.
import { expect, test } from 'vitest'
import { permissionAreas } from '#domain/access/permission-words.ts'
import { permissions } from '#domain/access/permissions.ts'

test('each permission is in one area', () => {
  expect(permissionAreas.flatMap((area) => area.permissions).sort()).toEqual([...permissions].sort())
})
