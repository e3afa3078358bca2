// The state machine of a file of merchants. The file is read, its columns are chosen, its rows are fixed and then
// signed up until all of them are in the list. The machine does not contain the rows. src/flows/merchants provides
// reading and signing up.
import { assign, fromPromise, setup, type SnapshotFrom } from 'xstate'
import { type Message, message } from '#domain/messages.ts'
import type { MappedColumns } from '#domain/rows/headings.ts'
import type { ReadSettings } from '#domain/rows/reading.ts'
import type { ChangeMessage } from './change.ts'
import type { WaitReason } from './connection.ts'
import type { FileLike, FileToRead, SourceFile, FileToMap, UploadedFile } from './upload-steps.ts'
import { outcomeIs, field, isKind, output } from './params.ts'
import { notProvided } from './not-provided.ts'

export interface FileRefusal {
  readonly message: Message
  readonly hint?: Message | undefined
}

export type MerchantFileToRead = Omit<FileToRead, 'options'>

export interface MerchantFileRefusal {
  readonly refusal: FileRefusal
  /** The name of the file. */
  readonly name: string
}

export type MerchantFileRead = { readonly source?: SourceFile | undefined } &
  /** `fileToMap` is set if the user can still choose the columns differently. */
  (
    | { readonly kind: 'read'; readonly fileInfo: UploadedFile; readonly fileToMap?: FileToMap | undefined }
    | { readonly kind: 'columnsNeeded'; readonly fileToMap: FileToMap }
    | ({ readonly kind: 'refused' } & MerchantFileRefusal)
  )

/** Rows that are being signed up. */
export interface SignUpProgress {
  readonly total: number
  readonly done: number
  readonly waitsFor: WaitReason | undefined
}

/**
 * The reason why signing up stopped before the last row. `full`: the list has its maximum number of merchants.
 * `stopped`: the user has stopped it. `refused`: the server accepts no merchants now.
 */
export type SignUpStop =
  | { readonly kind: 'full' | 'stopped' }
  | { readonly kind: 'refused'; readonly message: ChangeMessage }

/** How many rows were signed up, and why the remaining rows were not. */
export interface SignUpOutcome {
  readonly done: number
  readonly total: number
  readonly stop: SignUpStop | undefined
}

/** `limit`: the maximum number of merchants in the list. */
export interface SignUpInput {
  readonly limit: number
}

export interface MerchantFileContext {
  /** The file of the open rows. Undefined if no rows are open. */
  readonly fileInfo: UploadedFile | undefined
  /** A file whose columns are being chosen, or can be chosen differently. */
  readonly fileToMap: FileToMap | undefined
  /** The file that was read or refused last, if it can be read in another way. */
  readonly source: SourceFile | undefined
  /** The reason why the last file was not accepted. */
  readonly refusal: FileRefusal | undefined
  readonly progress: SignUpProgress | undefined
  readonly outcome: SignUpOutcome | undefined
}

export type MerchantFileEvent =
  | { readonly type: 'file.dropped'; readonly file: FileLike }
  | { readonly type: 'cancel' }
  | { readonly type: 'columns.change' }
  /** Reads the file in another way: another sheet, another encoding, or only the first rows. */
  | { readonly type: 'file.read.again'; readonly settings: ReadSettings }
  | { readonly type: 'columns.chosen'; readonly mapping: MappedColumns }
  /** Merchants were added to the list or removed, by another tab or by a response. */
  | { readonly type: 'list.changed' }
  /** No open rows are left: all their merchants are in the list. */
  | { readonly type: 'all.signed.up' }
  | { readonly type: 'sign.up'; readonly limit: number; readonly total: number }
  | { readonly type: 'sign.up.progressed'; readonly progress: Partial<SignUpProgress> }
  /** Stops after the row that is being sent. The rows after it stay open. */
  | { readonly type: 'stop' }
  | { readonly type: 'discard' }
  | { readonly type: 'outcome.closed' }

const READ_FAILED: FileRefusal = { message: message('fileFailed') }
const notifyReadFailed = {
  type: 'notifyRefusal',
  params: ({ context: { fileToMap, fileInfo } }: { readonly context: MerchantFileContext }) => ({
    refusal: READ_FAILED,
    name: fileToMap?.file.name ?? fileInfo?.name ?? '',
  }),
} as const

export const merchantFileMachine = setup({
  types: {
    context: {} as MerchantFileContext,
    events: {} as MerchantFileEvent,
    input: {} as { readonly fileInfo: UploadedFile | undefined },
  },
  actors: {
    readFile: fromPromise<MerchantFileRead, MerchantFileToRead>(notProvided('merchantFileMachine', 'readFile')),
    signUp: fromPromise<SignUpStop | undefined, SignUpInput>(notProvided('merchantFileMachine', 'signUp')),
    discardRows: fromPromise<void>(notProvided('merchantFileMachine', 'discardRows')),
  },
  actions: {
    /** Removes the open rows whose merchants are already in the list, and marks duplicates. */
    removeSignedUp: () => {},
    /** The open rows or columns stay on screen, so the refusal is shown as a notice. */
    notifyRefusal: (_, refused: MerchantFileRefusal) => void refused,
    setReadResult: assign((_, read: MerchantFileRead) =>
      read.kind === 'read'
        ? { fileInfo: read.fileInfo, fileToMap: read.fileToMap, source: read.source, refusal: undefined }
        : {},
    ),
    setFileToMap: assign((_, read: MerchantFileRead) =>
      read.kind === 'columnsNeeded' ? { fileToMap: read.fileToMap, source: read.source } : {},
    ),
    setRefusal: assign((_, read: MerchantFileRead) =>
      read.kind === 'refused' ? { refusal: read.refusal, fileToMap: undefined, source: read.source } : {},
    ),
    setReadFailed: assign({ refusal: READ_FAILED }),
    clearFileToMap: assign({ fileToMap: undefined }),
    clearRows: assign({ fileInfo: undefined, fileToMap: undefined, source: undefined, refusal: undefined }),
    beginSignUp: assign((_, total: number) => ({
      progress: { total, done: 0, waitsFor: undefined },
      outcome: undefined,
    })),
    updateProgress: assign(({ context }, next: Partial<SignUpProgress>) => ({
      progress: context.progress && { ...context.progress, ...next },
    })),
    endSignUp: assign(({ context: { progress } }, { stop }: { readonly stop: SignUpStop | undefined }) => ({
      outcome: progress && { done: progress.done, total: progress.total, stop },
      progress: undefined,
    })),
    clearOutcome: assign({ outcome: undefined }),
  },
  guards: {
    hasRows: ({ context }) => context.fileInfo !== undefined,
    hasSource: ({ context }) => context.source !== undefined,
    hasFileToMap: ({ context }) => context.fileToMap !== undefined,
    isPositive: (_, total: number) => total > 0,
    is: isKind,
    isRefusedWithRowsOpen: ({ context }, read: MerchantFileRead) =>
      read.kind === 'refused' && context.fileInfo !== undefined,
  },
}).createMachine({
  id: 'merchantFile',
  context: ({ input: { fileInfo } }) => ({
    fileInfo,
    fileToMap: undefined,
    source: undefined,
    refusal: undefined,
    progress: undefined,
    outcome: undefined,
  }),
  initial: 'opening',
  on: { 'outcome.closed': { actions: 'clearOutcome' } },
  states: {
    opening: {
      description: 'A restored draft starts with its rows. Otherwise no rows are open.',
      always: [{ guard: 'hasRows', target: 'rows' }, { target: 'empty' }],
    },

    empty: {
      description: 'No rows are open.',
      on: {
        'file.dropped': { target: 'reading', actions: 'clearOutcome' },
        'file.read.again': { guard: 'hasSource', target: 'reading', actions: 'clearOutcome' },
      },
    },

    reading: {
      description: 'A worker reads the file.',
      invoke: {
        id: 'readFile',
        src: 'readFile',
        input: ({ context, event }) => eventToFile(event, context),
        onDone: [
          {
            guard: outcomeIs('read'),
            target: 'rows',
            actions: { type: 'setReadResult', params: output },
          },
          {
            guard: outcomeIs('columnsNeeded'),
            target: 'mapping',
            actions: { type: 'setFileToMap', params: output },
          },
          {
            guard: { type: 'isRefusedWithRowsOpen', params: output },
            target: 'rows',
            actions: { type: 'notifyRefusal', params: ({ event }) => event.output as MerchantFileRefusal },
          },
          { target: 'empty', actions: { type: 'setRefusal', params: output } },
        ],
        onError: [
          { guard: 'hasFileToMap', target: 'mapping', actions: notifyReadFailed },
          { guard: 'hasRows', target: 'rows', actions: notifyReadFailed },
          { target: 'empty', actions: 'setReadFailed' },
        ],
      },
      on: {
        cancel: [
          { guard: 'hasFileToMap', target: 'mapping' },
          { guard: 'hasRows', target: 'rows' },
          { target: 'empty' },
        ],
      },
    },

    mapping: {
      description: 'The user maps the columns of the file to fields.',
      on: {
        'columns.chosen': { target: 'reading', actions: 'clearOutcome' },
        'file.read.again': { guard: 'hasSource', target: 'reading', actions: 'clearOutcome' },
        cancel: [
          { guard: 'hasRows', target: 'rows' },
          { target: 'empty', actions: 'clearFileToMap' },
        ],
      },
    },

    discarding: {
      description: 'The draft of the rows is deleted.',
      invoke: { id: 'discardRows', src: 'discardRows', onDone: 'empty', onError: 'empty' },
    },

    rows: {
      description: 'Rows are on screen.',
      initial: 'ready',
      states: {
        ready: {
          description: 'Rows can be fixed and signed up.',
          entry: 'removeSignedUp',
          on: {
            'list.changed': { actions: 'removeSignedUp' },
            'all.signed.up': { target: '#merchantFile.discarding', actions: 'clearRows' },
            'columns.change': { guard: 'hasFileToMap', target: '#merchantFile.mapping' },
            'file.read.again': { guard: 'hasSource', target: '#merchantFile.reading' },
            'sign.up': {
              guard: { type: 'isPositive', params: field('total') },
              target: 'signingUp',
              actions: { type: 'beginSignUp', params: field('total') },
            },
            discard: { target: '#merchantFile.discarding', actions: 'clearRows' },
          },
        },
        signingUp: {
          description: 'One row after the other is sent.',
          initial: 'running',
          invoke: {
            id: 'signUp',
            src: 'signUp',
            input: ({ event }) => ({ limit: event.type === 'sign.up' ? event.limit : 0 }),
            onDone: {
              target: 'ready',
              actions: { type: 'endSignUp', params: ({ event }) => ({ stop: event.output }) },
            },
            onError: { target: 'ready', actions: { type: 'endSignUp', params: { stop: undefined } } },
          },
          on: {
            'sign.up.progressed': { actions: { type: 'updateProgress', params: field('progress') } },
          },
          states: {
            running: {
              description: 'Continues until the result of every row is known.',
              on: { stop: 'stopping' },
            },
            stopping: { description: 'The row that is being sent is the last one.' },
          },
        },
      },
    },
  },
})

export type MerchantFileSnapshot = SnapshotFrom<typeof merchantFileMachine>

function eventToFile(event: MerchantFileEvent, { fileToMap, source }: MerchantFileContext): MerchantFileToRead {
  if (event.type === 'file.read.again' && source)
    return { file: source.file, settings: { ...source.settings, ...event.settings } }
  if (event.type === 'columns.chosen' && fileToMap)
    return {
      file: fileToMap.file,
      chosen: { columns: fileToMap.columns, mapping: event.mapping },
      settings: source?.settings,
    }
  return { file: event.type === 'file.dropped' ? event.file : { name: '', size: 0 } }
}
