// Writes entries, balances and sums of loads. No other code writes these: every posting ends with the steps below.
import { type RawBuilder, sql } from 'kysely'

export interface PostingOptions {
  /** True only for events of the card processor, because the network has already paid. */
  readonly canOverdraw?: boolean
}

/**
 * The last steps of a posting statement. They follow a WITH step `lines` of (id, sequence_no, account_id, amount,
 * balance, version). This step has one row per entry: `id` is the id of its transaction, and `balance` and `version`
 * are those of the account before the statement. Entries of one account are ordered by `sequence_no`. The accounts must
 * be locked. `loads` is a query of (owner_id, posted_at, amount) with the amounts loaded to cards, above zero.
 * Undefined if the statement posts no loads.
 */
export function writeLines(loads?: RawBuilder<unknown>, { canOverdraw = false }: PostingOptions = {}) {
  const summedStep = loads ? sumLoads(loads) : sql``
  const setOverdrawn = canOverdraw
    ? sql`, overdrawn_cents = greatest(a.overdrawn_cents, a.held_cents - (a.balance_cents + sums.change))`
    : sql``
  return sql`
  ${summedStep}
  -- The entries, each with the balances before and after it.
  entered AS (
    INSERT INTO ledger_entry (transaction_id, account_id, amount_cents, balance_before, balance_after, account_version)
    SELECT id, account_id, amount, balance + sum_so_far - amount, balance + sum_so_far, version + number_so_far
    FROM (
      -- Sum and number of the account's lines up to this line.
      SELECT lines.*, sum(amount) OVER up_to AS sum_so_far, row_number() OVER up_to AS number_so_far
      FROM lines
      WINDOW up_to AS (PARTITION BY account_id ORDER BY sequence_no ROWS UNBOUNDED PRECEDING)
    ) line
    RETURNING account_id, amount_cents
  ),
  -- The new balance of each account.
  written AS (
    UPDATE account a SET balance_cents = a.balance_cents + sums.change, version = a.version + sums.entries
      ${setOverdrawn}
    FROM (SELECT account_id, sum(amount_cents)::bigint AS change, count(*) AS entries FROM entered GROUP BY account_id) sums
    WHERE a.id = sums.account_id
  )`
}

/** A step that adds the loads to the sums per quarter of an hour, for readers that do not need single loads. */
const sumLoads = (loads: RawBuilder<unknown>) => sql`
  summed AS (
    INSERT INTO load_sum (owner_id, since, count, amount_cents)
    SELECT owner_id, date_bin('15 minutes', posted_at, 'epoch'), count(*), sum(amount) FROM (${loads}) l
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (owner_id, since) DO UPDATE
    SET count = load_sum.count + excluded.count, amount_cents = load_sum.amount_cents + excluded.amount_cents
  ),`
