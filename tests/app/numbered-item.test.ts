// The number of a batch or an order in the search box, typed in any language.
import { expect, test } from 'vitest'
import { textToNumberedItem } from '#app/search/numbered-item.ts'

test.each([
  ['batch 17', 'batch', '17'],
  ['BATCH #17', 'batch', '17'],
  ['Sammelauftrag 17', 'batch', '17'],
  ['sammelauftrag Nr. 17', 'batch', '17'],
  ['批次17', 'batch', '17'],
  ['批次 １７', 'batch', '17'],
  ['Kelompok 17', 'batch', '17'],
  ['دفعة 17', 'batch', '17'],
  ['الدفعة رقم ١٧', 'batch', '17'],
  ['Order 9', 'order', '9'],
  ['bestellung 9', 'order', '9'],
  ['Pesanan no. 9', 'order', '9'],
  ['订单9', 'order', '9'],
  ['الطلب 9', 'order', '9'],
  ['#17', undefined, '17'],
  ['batch 017', undefined, 'batch 017'],
  ['Rebatch 17', undefined, 'Rebatch 17'],
  ['17', undefined, '17'],
])('“%s” is read as the type %s and the text “%s”', (text, itemType, search) =>
  expect(textToNumberedItem(text)).toEqual({ ...(itemType && { itemType }), search }),
)
