// Defines what a command of the server's command line is: its name, help texts, options and function. commands.ts lists
// all commands.
import type { Services } from '#server/operations/context.ts'
import type { Settings } from '#server/config/settings.ts'
import type { Progress } from './progress.ts'

/**
 * Thrown if the options or the data do not allow the command. run-command.ts prints the sentences on stderr and exits
 * with code 1; nothing was changed.
 */
export class CommandError extends Error {
  readonly sentences: readonly string[]
  constructor(...sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.sentences = sentences
  }
}

/** Thrown if the command line is invalid. run-command.ts prints the message on stderr and exits with code 2. */
export class UsageError extends Error {}

export interface Option {
  /** The placeholder of the value in the help: 'FILE'. An option without a placeholder is a switch. */
  readonly placeholder?: string
  readonly isRequired?: true
  /** A complete sentence for the help. */
  readonly summary: string
}

type Options = Readonly<Record<string, Option>>
/**
 * The values of a command's options by name, with the type of each option: { group: string; lastname: string |
 * undefined; online: boolean }.
 */
type OptionValues<O extends Options> = { readonly [Name in keyof O]: OptionValue<O[Name]> }
/** A switch is a boolean. An option with a value is a string. It is undefined if it is not required and not given. */
type OptionValue<O extends Option> = O extends { readonly placeholder: string }
  ? O extends { readonly isRequired: true }
    ? string
    : string | undefined
  : boolean

/**
 * The server's services for a command. In a dry run, `db` is a transaction. It is rolled back at the end, and with it
 * the migrations.
 */
export interface CommandServices extends Services {
  readonly isDryRun: boolean
}

/** What a command needs or is allowed to do. */
export interface OpenOptions {
  /** True if the command is refused while a server uses the database. No server can start until the command ends. */
  readonly isExclusive?: boolean
  /** True if the command is allowed during a rotation of the keys. */
  readonly isAllowedDuringRotation?: boolean
  /** True if the command can add its client to a database that another client has claimed. */
  readonly canShareDatabase?: boolean
  /**
   * True if the command can migrate the tables of an earlier version. A command without this option is refused until
   * the tables have been migrated.
   */
  readonly canMigrate?: boolean
  /** True if the command uses temporary tables over several transactions. It is then refused behind a pooler. */
  readonly needsDirectConnection?: boolean
}

/** One call of any command. */
export interface Call {
  readonly operands: Readonly<Record<string, string>>
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  readonly settings: Settings
  readonly isDryRun: boolean
  /**
   * Opens the database as a server does. It is closed when the command ends. Throws a StartError if it cannot be
   * opened.
   */
  readonly open: (options?: OpenOptions) => Promise<CommandServices>
  /** Prints a line immediately, on stdout. */
  readonly print: (line: string) => void
  /** Shows the progress of some work. `what` names the items: 'Cards'. */
  readonly progress: (what: string, total: number) => Progress
}

/** One call of a command whose operands and options are known to the compiler. */
interface CallOf<Operand extends string, O extends Options> extends Omit<Call, 'operands' | 'options'> {
  readonly operands: Readonly<Record<Operand, string>>
  readonly options: OptionValues<O>
}

/** What a command prints at its end, on stdout. If `hasFailed` is true, the exit code is 1. */
export interface Summary {
  readonly lines: readonly string[]
  readonly hasFailed?: boolean
}

/** A command as in the list of all commands, with any operands and options. */
export interface Command {
  /** One or two words. */
  readonly name: string
  /** A phrase for the list of commands, without a full stop. */
  readonly summary: string
  /** Further paragraphs of the command's help. */
  readonly help?: readonly string[]
  /** The operands, all required, by their names in the help: FILE. */
  readonly operands?: readonly string[]
  readonly options?: Options
  /** True if the command can run for all clients of CLIENTS_FILE, one after another. */
  readonly runsForEachClient?: boolean
  readonly hasDryRun: boolean
  readonly run: (call: Call) => Promise<Summary>
}

/** A command whose operands and options are known to the compiler. */
interface CommandOf<Operand extends string, O extends Options> extends Omit<Command, 'operands' | 'options' | 'run'> {
  readonly operands?: readonly Operand[]
  readonly options?: O
  readonly run: (call: CallOf<Operand, O>) => Promise<Summary>
}

/**
 * The compiler checks `run` against the command's own operands and options. The result has the general type `Command`,
 * as in the list. The cast is safe, because the command line is parsed by these operands and options before `run` gets
 * them.
 */
export const defineCommand = <const Operand extends string, const O extends Options>(
  command: CommandOf<Operand, O>,
): Command => command as unknown as Command
