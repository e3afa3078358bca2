// Find Card: parses the term, finds the cards, and explains an empty or truncated result.
import { m } from '#words/messages.js'
import type { FoundCard } from '#contract/cards.ts'
import { codes } from '#contract/codes.ts'
import {
  adviceOnTooManyCards,
  MAX_FOUND_CARDS,
  searchTermRefusal,
  type SearchTypeInfo,
  searchTypes,
  type SearchType,
  tagToSearchType,
  termToValues,
  FULL_NUMBER_LENGTH,
} from '#domain/cards/search.ts'
import { instantToDate } from '#domain/dates.ts'
import { type Handler, refuse, type Refusal, type SessionContext } from '#server/operations/context.ts'
import { canSeeCardNumbers, countCardNumbers } from '#server/operations/card-numbers.ts'
import { toStoredText } from '#server/stored-text.ts'
import { countUnknownNumbers, validateUnknownNumberLimit } from '#server/operations/unknown-numbers.ts'
import { flagToApi, moneyToApi } from '#server/operations/to-api.ts'
import { checkParameter } from '#server/operations/refuse-parameter.ts'
import {
  areGuesses,
  readFoundCards,
  type FoundRow,
  type Hit,
  findHitsByName,
  findHitsByPan,
  findHitsByPhone,
  findHitsByPrefix,
  findHitsByTag,
  type Lookup,
  findTag,
  type TextColumn,
} from './search-queries.ts'

const BY_NUMBER = '1'
const BY_PHONE = '3'
const BY_NAME = '7'

const noSuchTag = () => refuse(codes.notFound, m.cards_thereIsNoSuchTag)
const tooManyNumbersMessage = (seconds: number) => m.cards_tooManyCardNumbers({ minutes: Math.ceil(seconds / 60) })
const truncatedMessage = (shown: number) => m.cards_tooManyCardsMatch({ shown })

export const cardSearch: Handler<'cardSearch'> = async (context, params) => {
  const { searchTerm, searchType, showExpired } = params
  const { db, secrets, viewer } = context
  const typeInfo = await findTypeInfo(context, searchType)
  if (!typeInfo) return noSuchTag()
  const refusal = checkParameter('searchTerm', () => searchTermRefusal(typeInfo, searchTerm))
  if (refusal) return refusal

  const today = instantToDate(context.now(), context.client.timeZone)
  const values = termToValues(typeInfo, searchTerm)
  // Each value of a list can match a card, so a longer list has a higher limit.
  const maxCards = Math.max(MAX_FOUND_CARDS, values.length)
  const { ownerId, campaignIds } = viewer
  const lookup = { ownerId, campaignIds, today, includesExpired: showExpired, limit: maxCards + 1 }
  const isByNumber = searchType === BY_NUMBER
  const fullNumbers = isByNumber ? values.filter(({ length }) => length >= FULL_NUMBER_LENGTH) : []
  const numberRefusal = await validateUnknownNumberLimit(context, fullNumbers)
  if (numberRefusal) return numberRefusal
  const hits = await findHits(context, lookup, searchType, values)
  // A card can match several values, but is shown once.
  const ids = [...new Set(hits.map(({ id }) => id))]
  const isTruncated = hits.length > maxCards
  const rows = await readFoundCards(db, ids.slice(0, maxCards))
  const hitIndexes = new Set(hits.map(({ index }) => index))
  const unfoundValues = values.filter((_, index) => !hitIndexes.has(index))
  // The search term itself is not recorded, because it can be a card number or a name.
  context.setSubject('cards', rows.length)
  context.recordValues({ searchedBy: toStoredText(() => typeInfo.label) })
  const isGuess = isByNumber && areGuesses(values)
  const counted = await countNumbers(context, { found: rows.length, guessed: isGuess ? values.length : 0 })
  if ('refusalCode' in counted) return counted
  /** Hits that include expired cards. Called for values without a hit among the other cards. */
  const findExpiredHits = async (searchedValues: readonly string[], limit: number) => {
    const needsNoSearch = showExpired || searchedValues.length === 0
    if (needsNoSearch) return []
    return findHits(context, { ...lookup, includesExpired: true, limit }, searchType, searchedValues)
  }
  // The number of an expired card does not count as unknown, even if the search leaves out expired cards.
  const unfoundNumbers = fullNumbers.filter((number) => unfoundValues.includes(number))
  const expiredNumberHits = await findExpiredHits(unfoundNumbers, unfoundNumbers.length)
  const expiredCount = new Set(expiredNumberHits.map(({ index }) => index)).size
  // Unknown numbers are counted after the limit in `countNumbers`. A search that is refused there reveals no unknown
  // number.
  const unknownRefusal = await countUnknownNumbers(context, unfoundNumbers.length - expiredCount)
  if (unknownRefusal) return unknownRefusal
  const cards = rows.map((row, index) => {
    const isUnmasked = index < counted.unmaskedCount
    const visibleNumber = isUnmasked ? secrets.decryptText(row.pan_cipher) : row.pan_masked
    return rowToFoundCard(row, visibleNumber, today)
  })
  if (isTruncated)
    return { cards, truncated: true, resultText: `${truncatedMessage(rows.length)}. ${adviceOnTooManyCards(params)}` }
  const result = { cards, truncated: false, ...(values.length > 1 && { missing: unfoundValues }) }
  if (rows.length > 0) return result
  const expiredHits = await findExpiredHits(values, 1)
  const resultText = expiredHits.length > 0 ? m.cards_onlyExpiredMatch() : m.cards_noCardMatchesThisSearch()
  return { ...result, resultText }
}

/**
 * Counts the found or guessed card numbers towards the viewer's limit, and returns how many found numbers are unmasked.
 * Refuses a guess above the limit. Otherwise users could complete masked numbers by trying digits.
 */
async function countNumbers(
  context: SessionContext,
  { found, guessed }: { readonly found: number; readonly guessed: number },
): Promise<{ readonly unmaskedCount: number } | Refusal> {
  const canSeeNumbers = await canSeeCardNumbers(context)
  const shownCount = canSeeNumbers ? found : 0
  // A shown number can also be a guessed number, so the counts are not added.
  const { unmaskedCount, retryAfter } = await countCardNumbers(context, Math.max(shownCount, guessed))
  const isGuess = guessed > 0
  if (isGuess && unmaskedCount === 0)
    return refuse(codes.tooManyAttempts, () => tooManyNumbersMessage(retryAfter), { retryAfter })
  return { unmaskedCount: canSeeNumbers ? unmaskedCount : 0 }
}

/** Undefined for a search by a tag that does not exist. */
async function findTypeInfo({ db, viewer }: SessionContext, type: SearchType): Promise<SearchTypeInfo | undefined> {
  if (!isTag(type)) return searchTypes.find((typeInfo) => typeInfo.type === type)
  const tag = await findTag(db, viewer.ownerId, typeToTagId(type))
  return tag && tagToSearchType({ id: String(tag.id), name: tag.name })
}

/** The columns of the search types that compare the beginning of a text. */
const textColumns: Readonly<Record<'2' | '4' | '5' | '6', TextColumn>> = {
  2: 'customer_id',
  4: 'tracking_number',
  5: 'id_number',
  6: 'customer_reference',
}

/** The hits in the order of the values. */
function findHits(
  { db, secrets }: SessionContext,
  lookup: Lookup,
  type: SearchType,
  values: readonly string[],
): Promise<Hit[]> {
  if (isTag(type)) return findHitsByTag(db, lookup, typeToTagId(type), values)
  if (type === BY_NUMBER) return findHitsByPan(db, secrets, lookup, values)
  if (type === BY_PHONE) return findHitsByPhone(db, lookup, values)
  if (type === BY_NAME) return findHitsByName(db, lookup, values)
  return findHitsByPrefix(db, lookup, textColumns[type], values)
}

const isTag = (type: SearchType): type is `tag:${string}` => type.startsWith('tag:')
const typeToTagId = (type: `tag:${string}`): number => Number(type.slice('tag:'.length))

function rowToFoundCard(row: FoundRow, visibleNumber: string, today: string): FoundCard {
  return {
    VOUCHERID: String(row.id),
    CAMPAIGNNAME: row.campaign_name,
    CUSTOMERREFERENCE: row.customer_reference,
    CARDNUMBER: visibleNumber,
    CARDHOLDERNAME: row.name,
    TRACKINGNUMBER: row.tracking_number,
    BOOKINGID: row.booking_id ?? '',
    CARDEXPIRY: row.expires_on,
    CARDCVV2: '***',
    CARDBALANCE: moneyToApi(row.balance_cents),
    AVAILABLEFUNDS: moneyToApi(row.balance_cents - row.held_cents),
    LOADEDAMOUNT: moneyToApi(row.loaded_cents),
    AUTHORIZEDAMOUNT: moneyToApi(row.held_cents),
    SETTLEDAMOUNT: moneyToApi(row.settled_cents),
    ISSUEDATE: row.issued_at.toISOString(),
    ACTIVATED: flagToApi(row.activated_at),
    EXPIRED: row.expires_on < today ? 1 : 0,
    RETIRED: flagToApi(row.retired_at),
    STOPPED: flagToApi(row.stopped_at),
  }
}
