// The original files that are stored with their batch.
import { expect, test } from 'vitest'
import { MAX_STORED_FILE } from '#domain/batch/uploaded-file.ts'
import { message } from '#domain/messages/message.ts'
import { textToFile } from '#flows/open-rows/generated-file.ts'
import { readFileContent } from '#flows/upload/read-file.ts'

const bytes = Uint8Array.of(0x43, 0xe4, 13, 0, 255)

test('a file is stored byte for byte, up to the size limit', async () => {
  expect(await readFileContent(new File([bytes], 'a.csv'), 'load')).toEqual({ content: bytes, notes: [] })
  const largest = await readFileContent(new File([new Uint8Array(MAX_STORED_FILE)], 'a.xlsx'), 'transfer')
  expect(largest.content?.length).toBe(MAX_STORED_FILE)
  const larger = new File([new Uint8Array(MAX_STORED_FILE + 1)], 'a.xlsx')
  expect(await readFileContent(larger, 'devalue')).toEqual({ content: undefined, notes: [message('fileNotKept')] })
})

test('no file is stored for typed rows or for an activation', async () => {
  expect(await readFileContent(textToFile('1,2', 'Typed rows'), 'load')).toEqual({ content: undefined, notes: [] })
  expect(await readFileContent(new File([bytes], 'a.csv'), 'activate')).toEqual({ content: undefined, notes: [] })
})
