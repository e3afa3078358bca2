// The words of domain/batch.

/** Of the two cards of a transfer: 'From Card Number', 'To Card Number'. */
export const sourceLabel = (label: string): string => `From ${label}`
export const targetLabel = (label: string): string => `To ${label}`
export const amountWord = 'Amount'
export const noCardHasThisNumber = 'No card in your programme has this number. Correct it or remove the row.'
export const cardToBePaid = 'The target card is not activated. Activate it first, or remove the row.'
export const cardToBePaidIsStopped = 'The target card is stopped. Unstop it first, or remove the row.'
export const cardToBePaidIsRetired =
  'The target card is retired and cannot be paid into again. Choose another card or remove the row.'
export const cardToBePaidHasExpired = 'The target card has expired. Use its replacement or remove the row.'
export const holderOfCardToBePaid =
  'The holder of the target card has not passed identification (KYC), which its campaign requires.'
export const twoIdentifiersAndAmount = 'two identifiers and an amount are'
export const identifierAndAmount = 'an identifier and an amount are'
export const rowHasTooManyFields = 'row has too many fields'
export const rowsHaveTooManyFields = 'rows have too many fields'
export const tooManyFields = (fieldCount: number, expected: string): string =>
  `The row has ${fieldCount} fields; ${expected} expected. Remove the other fields.`
export const activationTakesOneField = (fieldCount: number, isCard: boolean): string =>
  `The row has ${fieldCount} fields, and an activation takes one: the card. ${isCard ? 'Put the other card in a separate row, or remove it from this row.' : 'Remove the other fields, or remove the row.'}`
export const amountLooksLikeCard = 'amount looks like a card number'
export const amountsLookLikeCards = 'amounts look like card numbers'
export const amountTooLong = (amount: string): string =>
  `The amount has more than 10 characters, so it looks like a card number. Write it without separators: ${amount}.`
export const secondFieldTooLong =
  'The second field is longer than 10 characters, so it looks like a card number. Enter an amount there, or remove the row.'
export const rowHasFieldTooMany = 'row has an extra field'
export const rowsHaveFieldTooMany = 'rows have an extra field'
export const enterAmountOrRemoveRow = 'Enter the amount, or remove the row.'
export const amountSeemsToBeLeaveOthers = (seen: string): string =>
  `The amount looks like ${seen}. Remove the other fields, or remove the row.`
export const rowHasFieldsAndHasTwo = (fieldCount: number, one: string, cure: string): string =>
  `The row has ${fieldCount} fields, and a ${one} has two: the card and the amount. ${cure}`
export const amountIsAboveZero = (type: string): string =>
  `The amount must be more than zero.${type === 'load' ? ' Funds are taken off a card in Devalue Batch.' : ''}`
export const enterAmountAboveZero =
  'The amount must be more than zero. Enter one, or leave it blank to take the whole balance.'
export const rowTakesAllThatItsCard = 'row takes the whole balance of its card'
export const rowsTakeAllThatTheirCards = 'rows take the whole balance of their cards'
export const amountIsBlankSoAll = (done: string): string =>
  `The amount is blank, so the whole balance will be ${done}. Enter an amount to take less.`
export const rowHasRepeatedCard = 'row has a card that appears more than once'
export const rowsHaveRepeatedCard = 'rows have a card that appears more than once'
export const cardRepeated = 'This card appears more than once. Remove the rows you do not want.'
export const cardRepeatedEachDone = (done: string): string =>
  `This card appears more than once, and each row will be ${done}. Remove the rows you do not want.`
export const cardMayNotBeRepeated = 'This card appears more than once, which is not allowed here. Keep one of its rows.'
export const rowNamesNoCard = 'row has no target card'
export const rowsNameNoCard = 'rows have no target card'
export const transferNeedsSecondCard = 'A transfer needs a second card to pay into. Enter its number or remove the row.'
export const cardToBePaidIsMistyped = 'target card number is mistyped'
export const cardsToBePaidAreMistyped = 'target card numbers are mistyped'
export const cardToBePaidIs = (naming: string, length: number): string =>
  `The target ${naming} does not have ${length} digits, or its check digit is wrong. Check it against the card and correct it.`
export const rowTransfersCardToItself = 'row has the same card twice'
export const rowsTransferCardToItself = 'rows have the same card twice'
export const transferToItself = 'Both cards are the same. Choose another card or remove the row.'
export const cardDoesNotExist = 'card does not exist'
export const cardsDoNotExist = 'cards do not exist'
export const noCardHas = (naming: string): string =>
  `No card in your programme has this ${naming}. The row is accepted and fails when the batch is processed, unless the card exists by then.`
export const noCardHasThis = (naming: string): string =>
  `No card in your programme has this ${naming}. Correct it or remove the row.`
export const cardIsNotActivated = 'card is not activated'
export const cardsAreNotActivated = 'cards are not activated'
export const cardIsNotActivatedActivate = 'The card is not activated. Activate it first, or remove the row.'
export const cardIsStopped = 'card is stopped'
export const cardsAreStopped = 'cards are stopped'
export const cardIsStoppedUnstopItFirst = 'The card is stopped. Unstop it first, or remove the row.'
export const cardIsRetired = 'card is retired'
export const cardsAreRetired = 'cards are retired'
export const cardIsRetiredAndCannot = (done: string): string =>
  `The card is retired and cannot be ${done} again. Remove the row.`
export const cardHasExpired = 'card has expired'
export const cardsHaveExpired = 'cards have expired'
export const cardHasExpiredRemoveRow = 'The card has expired. Remove the row, or use its replacement.'
export const holderNotIdentified = "card's holder is not identified yet"
export const holdersNotIdentified = 'cards have a holder who is not identified yet'
export const cardholderHasNotPassed =
  'The cardholder has not passed identification (KYC), which this campaign requires before a load.'
export const cardIsAtTarget = 'card already has its target balance'
export const cardsAreAtTarget = 'cards already have their target balance'
export const cardIsAtTargetRemove = (balance: string | undefined): string =>
  `The card already has ${balance ?? 'its target balance'}, so nothing is loaded. Remove the row, or enter a higher target balance.`
export const rowWouldEndAboveTarget = 'card would end above its target balance'
export const rowsWouldEndAboveTarget = 'cards would end above their target balance'
export const wouldEndAboveTarget = (balance: string | undefined): string =>
  `The card has ${balance ?? 'more'} now and would end above its target balance. Check the rows again.`
export const aboveTargetInText = 'the card would have ended above its target balance'
export const targetBalance = 'Target Balance'
export const amountOutsideLimits = 'amount is outside the load limits'
export const amountsOutsideLimits = 'amounts are outside the load limits'
export const oneTransferMust = (loadMin: string, loadMax: string, voucherMax: string): string =>
  `A transfer must be between ${loadMin} and ${loadMax}, and the target card can hold no more than ${voucherMax}. Change the amount.`
export const oneLoadMust = (
  loadMin: string,
  loadMax: string,
  voucherMax: string,
  cardBalance: string | undefined,
): string =>
  `A load must be between ${loadMin} and ${loadMax}, and the card can hold no more than ${voucherMax}${cardBalance === undefined ? '' : ` (it has ${cardBalance} now)`}. Change the amount.`
export const rowIsNotCoveredByFunding = 'row is not covered by the funding account'
export const rowsAreNotCoveredByFunding = 'rows are not covered by the funding account'
export const fundingIsShort = 'The funding account does not have enough for this row. Top it up, or remove the row.'
export const cardDoesNotHoldEnough = 'card does not have enough money'
export const cardsDoNotHoldEnough = 'cards do not have enough money'
export const restIsPromised = (cardBalance: string): string =>
  ` of ${cardBalance}; the rest is reserved for pending purchases`
export const cardHoldsNothingThatCould = 'The card has no money to take off. Remove the row.'
export const cardHoldsLess = (cardAvailable: string, held: string): string =>
  `The card has ${cardAvailable} available${held}. Enter no more than that, or remove the row.`
export const retiredWithMoney = 'card would be retired with money on it'
export const cardsRetiredWithMoney = 'cards would be retired with money on them'
export const cardHoldsAndWouldBeRetired = (cardBalance: string | undefined): string =>
  `The card has ${cardBalance ?? 'more'} and would be retired with money left on it. Leave the amount blank to take the whole balance, or do not retire the cards.`
export const cardCannotBePaidInto = 'card cannot be paid into'
export const cardsCannotBePaidInto = 'cards cannot be paid into'
export const cardToBePaidCannotTake = 'The target card cannot take money now. Choose another card.'
export const cardIsActivatedAlready = 'card is already activated'
export const cardsAreActivatedAlready = 'cards are already activated'
export const activatedNothingChanges =
  'The card is already activated; nothing will change. Remove the row if you do not want it.'
export const rowStandsInAnotherBatchToo = 'row is also in another batch'
export const rowsStandInOtherBatchesToo = 'rows are also in another batch'
export const thisCardWithSameAmount = (first: string, rest: string, count: number, done: string): string =>
  `${first}${rest} already ${count === 1 ? 'has' : 'have'} this card with the same amount, and both would be ${done}. Remove the row unless you want that.`
export const checksLimits = 'each amount against the card’s limits'
export const checksRepeatedCards = 'that no card is in the file twice'
export const batchFileUpload = 'Batch file upload'
export const batchVerification = 'Batch verification'
export const batchSubmit = 'Batch submit'
export const loadReference = 'Load reference'
export const whatReferenceIsFor = 'Your name for this batch. The approver will see it.'
export const createBatchLoad = 'Create Batch Load'
export const fundingToCards = 'from the funding account to the cards'
export const load = 'load'
export const loads = 'loads'
export const loaded = 'loaded'
export const batchUploaded = 'Batch file uploaded successfully and awaiting approval'
export const loadFundsOntoManyCards = 'Load funds onto many cards from a file. Another person approves the batch.'
export const identifierAndAmountInText = 'a card number and an amount'
export const createAnotherBatchLoad = 'Create another batch load'
export const devalueBatch = 'Devalue Batch'
export const batchDescription = 'Batch description'
export const whatDescriptionIsFor = 'What this batch is for. The approver will see it.'
export const cardsToFunding = 'from the cards back to the funding account'
export const devalue = 'devalue'
export const devalues = 'devalues'
export const devalued = 'devalued'
export const batchDevalueFileUploaded = 'Batch devalue file uploaded successfully and awaiting approval'
export const takeFundsOffManyCards = 'Take funds off many cards. Another person approves the batch.'
export const amountOrAllTakenOff = 'a card number and an amount. Leave the amount blank to take the whole balance'
export const devalueAnotherBatch = 'Devalue another batch'
export const batchTransfer = 'Batch Transfer'
export const movedFromCardToCard = 'from card to card'
export const transfer = 'transfer'
export const transfers = 'transfers'
export const transferred = 'transferred'
export const batchTransferFileUploaded = 'Batch transfer file uploaded successfully and awaiting approval'
export const moveFundsFromCardToCard = 'Move funds from card to card. Another person approves the batch.'
export const amountOrAllMoved = 'from card, to card and amount. Leave the amount blank to move the whole balance'
export const createAnotherBatchTransfer = 'Create another batch transfer'
export const activateCard = 'Activate Card'
export const activation = 'activation'
export const activations = 'activations'
export const activated = 'activated'
export const cardActivatedSuccessfully = 'Card activated successfully'
export const activateManyCardsFromFile =
  'Activate many cards from a file. This takes effect immediately; no approval is needed.'
export const fileUpload = 'File upload'
export const verification = 'Verification'
export const submit = 'Submit'
export const identifierEach = 'one card number'
export const activateMoreCards = 'Activate more cards'
export const invalidInputFormat = 'Invalid input format'
export const noCardInText = 'no card in the programme has this number'
export const cardIsNotActivatedInText = 'the card is not activated'
export const cardIsStoppedInText = 'the card is stopped'
export const cardIsRetiredInText = 'the card is retired'
export const cardHasExpiredInText = 'the card has expired'
export const holderNotIdentifiedInText = 'the cardholder has not passed identification (KYC)'
export const outsideLimitsInText =
  'the amount is outside the load limits of the campaign or would take the card over its maximum balance'
export const fundingIsShortInText =
  'the funding account does not have enough for this row; top it up and load the row again'
export const cardDoesNotHoldEnoughFor = 'the card no longer has enough for this row'
export const cardHoldsMoreInText = 'the card has more than the row takes off and would be retired with money left on it'
export const bothNameSameCard = 'both numbers are of the same card'
export const noSecondCardInText = 'no card in the programme has the target number'
export const cardToBePaidIsNot = 'the target card is not activated'
export const targetStoppedInText = 'the target card is stopped'
export const targetRetiredInText = 'the target card is retired'
export const targetExpiredInText = 'the target card has expired'
export const holderOfCardToBePaidHas = 'the holder of the target card has not passed identification (KYC)'
export const notDoneReason = (done: string, reason: string | undefined): string =>
  `Not ${done}: ${reason ?? 'the row cannot be processed as it is'}.`
export const chooseDateAndTimeTogether = 'Choose a date and a time, or neither to process the batch now'
export const clocksChange = 'The clocks change on that day and this time does not exist. Choose another hour.'
export const thisDateAndTimeHavePassed = 'This date and time have passed. Choose a later one.'
export const thisDateIsMoreThanYear = 'This date is more than a year ahead. Choose an earlier one.'
export const awaitingApproval = 'Awaiting approval'
export const approved = 'Approved'
export const rejected = 'Rejected'
export const closed = 'Closed'
export const processing = 'Processing'
export const approvedAlready = 'This batch has already been approved'
export const rejectedAlready = 'This batch has already been rejected'
export const thisBatchHasBeenWithdrawn = 'This batch has been withdrawn by its uploader'
export const withdrawnAlready = 'This batch has already been withdrawn'
export const closedAlready = 'This batch has already been closed'
export const rejectedCannotClose = 'A rejected batch cannot be closed'
export const onlyApprovedCloses = 'Only an approved batch can be closed'
export const onlyApprovedHasSchedule = 'Only an approved batch has a schedule'
export const processedAlready = 'This batch has already been processed'
export const onHold = 'This batch is on hold so that it can be cancelled. It is processed when the hold ends.'
export const thisBatchIsNotScheduled = 'This batch is not scheduled'
export const hourOfThisBatchHasCome = 'The scheduled time has passed: this batch is being processed'
export const onlyClosedBatchHasClosing = 'Only a closed batch has closing comments'
export const rejectedCannotProcess = 'A rejected batch cannot be processed'
export const onlyApprovedProcesses = 'Only an approved batch can be processed'
export const closedCannotProcess = 'A closed batch cannot be processed'
export const everyRowOfThisBatch = (done: string): string => `Every row of this batch has already been ${done}`
export const beingProcessedNow = 'This batch is being processed now. Try again when it is done'
export const cannotApproveOwn = 'A user cannot approve their own load'
export const cannotProcessOwn = 'A user cannot process their own load'
export const cannotScheduleOwn = 'A user cannot schedule their own load'
export const scheduledForProcessing = 'Batch load scheduled for processing'
export const batchLoadScheduledForRe = 'Batch load scheduled for re-processing'
export const batchLoadRejected = 'Batch load rejected'
export const batchLoadClosed = 'Batch load closed'
export const batchLoadWithdrawn = 'Batch load withdrawn'
export const awaitingApprovalAgain = 'Batch load awaiting approval again'
export const commentsSaved = 'Comments saved'
export const loadScheduled = (scheduledDate: string): string => `Load scheduled on ${scheduledDate}`
export const andRetire = ' and retire'
export const andRetired = ' and retired'
export const retired = 'Retired'
export const doneAndFailed = (loadedCount: string, done: string, numberWord: string): string =>
  `${loadedCount} ${done}, ${numberWord} failed`
export const doneOfAll = (loadedCount: string, rowCount: string, done: string): string =>
  `${loadedCount} of ${rowCount} ${done}`
export const withdrawn = 'Withdrawn'
export const ofExpectedToFail = (failing: string, rowCount: string, isOrAre: string): string =>
  `${failing} of ${rowCount} ${isOrAre} expected to fail`
export const fundingAccountIsShort = (currency: string, shortCents: string): string =>
  `the funding account is ${currency} ${shortCents} short`
export const restMore = (rest: number): string => `${rest} more`
export const oneBatch = (batch: string): string => `batch ${batch}`
/** @param batches '43, 42 and 41' */
export const manyBatches = (batches: string): string => `batches ${batches}`
export const fullBalance = 'full balance'
export const scheduled = 'Scheduled'
export const onHoldState = 'On hold'
