// What a command of the programme is: a row of the table in commands.ts, with its name, its words for the help and its work. The
// work that other parts of the product do as well (the demo programme above all) stands apart, in functions that take a database.
import type { Host } from '#server/operations/context.ts'
import type { Settings } from '#server/config/settings.ts'
import type { Progress } from './console.ts'

/** What was given, or what there is, does not allow it: a sentence each on stderr, nothing is done, and the end is 1. */
export class Refused extends Error {
  readonly sentences: readonly string[]
  constructor(...sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.sentences = sentences
  }
}

/** The call itself is wrong: one sentence on stderr, how the command is called, and the end is 2. */
export class WrongCall extends Error {}

export interface Option {
  /** What stands for the value in the help; without it the option is a switch. */
  readonly value?: string
  readonly isRequired?: true
  /** In the help, from a capital letter to a full stop. */
  readonly says: string
}

type Options = Readonly<Record<string, Option>>
/** Of options that are not known by name, whatever a value can be. */
type Given<O extends Options> = string extends keyof O
  ? Readonly<Record<string, string | boolean | undefined>>
  : { readonly [Name in keyof O]: ValueOf<O[Name]> }
type ValueOf<O extends Option> = O extends { readonly value: string }
  ? O extends { readonly isRequired: true }
    ? string
    : string | undefined
  : boolean

/** The host's parts for a command: of a dry run `db` is a transaction that is undone at the end, migrations included. */
export interface Programme extends Host {
  readonly isDryRun: boolean
}

export interface HowToOpen {
  /** Refused while a host runs on the database; none starts until the command has ended. */
  readonly isAlone?: boolean
  /** Also while the keys are being rotated. */
  readonly toRotate?: boolean
  /** Takes a database for this client that is another one's already. */
  readonly beside?: boolean
}

/** One call of a command. */
export interface Call<Operand extends string = string, O extends Options = Options> {
  readonly operands: Readonly<Record<Operand, string>>
  readonly options: Given<O>
  readonly settings: Settings
  readonly isDryRun: boolean
  /** Opens the database as a host does; it is closed when the command ends. Throws a StartError with one sentence. */
  readonly open: (how?: HowToOpen) => Promise<Programme>
  /** The same of a database that is to be filled by the command: alone, and without a look at its clients and its keys. */
  readonly openBare: () => Promise<Pick<Programme, 'db'>>
  /** Prints a line at once, on stdout. */
  readonly say: (line: string) => void
  readonly progress: (what: string, total: number) => Progress
}

/** What a command says at its end, on stdout; `hasFailed` makes the programme end with 1. */
export interface Summary {
  readonly lines: readonly string[]
  readonly hasFailed?: boolean
}

export interface Command<Operand extends string = string, O extends Options = Options> {
  /** One or two words. */
  readonly name: string
  /** What it does, in the list of commands: no full stop. */
  readonly says: string
  /** Further paragraphs of its own help. */
  readonly help?: readonly string[]
  /** What it is given by place, all of it required, by its name in the help: FILE. */
  readonly operands?: readonly Operand[]
  readonly options?: O
  /** Whether it can be tried without leaving anything behind. */
  readonly hasDryRun: boolean
  readonly run: (call: Call<Operand, O>) => Promise<Summary>
}

/** Holds a row to its own operands and options; in the table all rows are of one type. */
export const defineCommand = <const Operand extends string, const O extends Options>(
  command: Command<Operand, O>,
): Command => command as unknown as Command
