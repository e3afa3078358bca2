// The pages for ordering and activating cards that are offered for each permission.
import { expect, test } from 'vitest'
import { permittedOrderPages } from '#domain/order/pages.ts'

test.each([
  [undefined, []],
  [{ Card: ['read'] }, []],
  [{ Card: ['order'] }, ['Order Virtual Card']],
  [{ Card: ['write'] }, ['Order Card', 'Activate Card']],
])('with %j a user is offered %j', (permissions, titles) => {
  expect(permittedOrderPages(permissions).map(({ title }) => title)).toEqual(titles)
})
