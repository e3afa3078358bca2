// Whether a figure for fees is shown. A client can hide the columns of fees, but not money that will be debited.
import { client } from '#brand/current.ts'
import type { Cents } from '#domain/money.ts'

export const showsFeeFigure = (feeCents: Cents): boolean => !client.flags.hideFees || feeCents > 0
