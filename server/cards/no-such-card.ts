// The one answer about a card that is not there: of another owner or of nobody, in the same words (threats T03).
import { codes } from '#contract/codes.ts'
import { refuse } from '#server/context.ts'

export const NO_SUCH_CARD = refuse(codes.notFound, 'There is no such card')
