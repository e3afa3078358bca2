// The words of pages/upload.
import { counted, number } from '#words/figures.ts'

export const activated = 'Activated'
export const activatedAlready = 'Already activated'
export const notActivated = 'Not activated'
export const activationResult = 'Activation Result'
export const activatedInWords = (done: string, before: number, failed: number): string =>
  `${done} activated${before > 0 ? `, ${number(before)} already activated` : ''}${failed > 0 ? `, ${number(failed)} not activated` : ''}.`
export const tryThoseAgain = 'Try those not activated again'
export const cardsNotActivated = 'Cards not activated'
export const downloadResult = 'Download result'
export const rowNumber = 'Row'
export const activationResultFile = (stamp: string): string => `activation-result-${stamp}.csv`
export const cards = 'Cards'
export const resultForEachCard = 'Result for each card'
export const result = 'Result'
export const reason = 'Reason'
export const noCardWasSent = 'No card was sent'
export const oneOptions = (one: string): string => `${one} options`
export const cardsIdentifiedBy = 'Cards are identified by'
export const countDigits = (count: number): string => `${count} digits`
export const acceptCardsThatDoNotExist = 'Accept cards that do not exist yet'
export const rowsWithUnknownCardDo =
  'Rows with an unknown card are accepted; only those rows fail when the batch is processed.'
export const amountsAre = 'The amounts are'
export const amountsToLoad = 'Amounts to load'
export const targetBalances = 'Target balances'
export const whatFillingUpIs = 'Each card is filled up: only what is missing to its target balance is loaded'
export const targetBalanceOfAll = 'Target balance of all rows'
export const forRowsWithoutOne =
  'For rows without one, e.g. 200.00. Leave it blank if the file has a column of target balances.'
export const missingToTarget = 'What was missing to the target balance of each card'
export const retireCards = 'Retire the cards'
export const eachCardIsRetiredOnce =
  'Each card is retired after its balance is taken off. A retired card cannot be used again.'
export const alsoChecked = (map: string): string => `We also check ${map}.`
export const rowsCheckedByServer = 'Rows checked by the server'
export const whatIsCheckedIsKept = (pace: string): string => `${pace} Checked rows are kept.`
export const aboutRowsSecond = (rows: number): string => `About ${number(rows)} rows a second.`
export const connectionIsLostCheckGoes = 'The check continues automatically when you are back online. Nothing is lost.'
export const serverIsBusy = 'The server is busy. The check continues automatically in a moment.'
export const pastedRows = 'Pasted rows'
export const isOpen = (rows: number): string => `is open with ${counted(rows, 'row', 'rows')}.`
export const continueWith = 'Continue'
export const isKeptAndGoesOnWhen = (missing: string | undefined): string =>
  `is ready. Enter the ${missing} to continue.`
export const leaveItOut = 'Remove file'
export const goOn = 'Continue'
export const dropAnotherFileHere = (subject: string): string => `Drop another ${subject} file here`
export const dropFileHere = (subject: string): string => `Drop the ${subject} file here`
export const enterFirst = (missing: string | undefined): string => `Enter ${missing} first`
export const oneFileUpToRows = (accepts: string, maxRows: number, rowOf: string): string =>
  `${accepts} · one file · up to ${number(maxRows)} rows, each ${rowOf}`
export const typedRows = 'Typed rows'
export const looksLikeLoadFile = (column: string): string => `This looks like a load file: “${column}” has amounts`
export const whatToDoWithLoadFile = (load: string, one: string): string =>
  `An ${one} takes only card numbers and moves no money; nothing has been sent. To load the cards, drop the file on ${load}. To activate them, choose the column of the card numbers.`
export const readingAndCheckingFile = 'Reading and checking the file…'
export const cancel = 'Cancel'
export const keepRows = 'Keep the rows as they are'
export const checkAndSubmit = 'Check and submit'
export const yourSubmission = 'Your submission'
export const earlierCheckedAtSubmit = 'We check for earlier submissions when you submit'
export const lineWasSlowSoRows =
  'The connection was slow, so the rows were checked in parts. If they were submitted before, you will be asked for a reason first.'
export const inAnotherToo = (repeated: number, what: 'batch' | 'order'): string =>
  `${counted(repeated, 'of them is', 'of them are')} also in another ${what}`
export const samePerson =
  'A card with the same reference and name was ordered within 30 days, or waits for approval. Each row orders one more. Go back to see which rows they are, and to remove them.'
export const sameCardAndAmount =
  'The same card with the same amount was processed there in the last 5 days or is waiting there. Both will be processed. Go back to see these rows or to remove them.'
export const referencesRepeated = (copies: number): string =>
  `${number(copies)} of them have a customer reference that appears more than once`
export const cardsRepeated = (copies: number): string =>
  `${number(copies)} of them have a card that appears more than once`
export const goBackToSeeWhichRows = (order: boolean): string =>
  `${order ? 'Each row makes a separate card.' : 'Each row will be processed.'} Go back to see these rows or to remove the later ones.`
export const allThatCardHolds = (wholes: number): string =>
  `${counted(wholes, 'row takes', 'rows take')} the card’s whole balance`
export const amountIsBlankThereGoBack = 'The amount is blank. Go back to see these rows or to enter amounts.'
export const withErrorsWillBeLeftOut = (toFix: number): string =>
  `${counted(toFix, 'row', 'rows')} with errors will be left out`
export const keptAsDraftUnordered =
  'They are not ordered. They stay on this device as a draft, so you can fix and order them later.'
export const back = 'Back'
export const submitRows = (rows: string): string => `Submit ${rows}`
export const notSentYet = 'Not sent yet.'
export const notSentYetNotingRequest = 'Not sent yet: saving the request on this device…'
export const sentWaitingForServer = (rows: string): string => `Sent ${rows}. Waiting for the server…`
export const itIsBatchSomebodyElse = (uploadId: string): string =>
  `This is batch ${uploadId}. Another person must approve it before any money moves.`
export const batch = 'Batch'
export const file = 'File'
export const amount = 'Amount'
export const controlCode = 'Control code'
export const seeMyBatches = 'See my batches'
export const draftsOnThisDevice = 'Drafts on this device'
export const draftOfAnotherVersion = 'Draft of another version'
export const saved = 'saved'
export const waitingForItsAnswer = 'Waiting for the server’s answer'
export const toFix = (toFix: number): string => `${number(toFix)} to fix`
export const discard = 'Delete'
export const open = 'Open'
export const wasDiscarded = (name: string): string => `${name} was deleted.`
export const undo = 'Undo'
export const sameRowsWereBefore = (verb: string): string => `The same rows were ${verb} before`
export const sameRowsWereTimesBefore = (verb: string, count: number): string =>
  `The same rows were ${verb} ${count} times before`
export const byBy = (by: string): string => `by ${by},`
export const whySubmittedAgain = 'Reason for submitting these rows again'
export const toCharacters = (least: number, most: number, isApproved: boolean | undefined): string =>
  `${least} to ${most} characters.${isApproved === false ? '' : ' The approver will see this.'}`
export const useLastReason = 'Use the last reason'
export const itIsOrder = (uploadId: string | undefined, valid: string, amountCents: string): string =>
  `This is order ${uploadId}: ${valid}, ${amountCents}.`
export const seeMyOrders = 'See my orders'
export const somebodyElseHasToApprove = 'Another person must approve it before any card is issued.'
export const cardsAreMadeAndSentOnce = 'The cards are made and sent when the order is final.'
export const withErrorsLeftOut = (count: number): string => `${counted(count, 'row', 'rows')} with errors left out`
export const theyAreKeptAsDraft = 'They are kept as a draft on this device.'
export const theyCouldNotBeKept =
  'They could not be kept on this device. Save them as a file before you close this page.'
export const fixThemNow = 'Fix them now'
export const saveThemAsCsv = 'Save them as CSV'
export const order = 'Order'
export const chooseColumnsOfFileFirst = 'Choose the columns of the file first'
export const campaign = 'Campaign'
export const quotationNumber = 'Quotation Number'
export const plasticId = 'Plastic ID'
export const designId = 'Design ID'
export const error = 'Error'
export const ok = 'OK'
export const nothingOrderedRowsKept = 'Nothing was ordered. The rows are kept as a draft on this device.'
export const figuresOf = (subject: string): string => `Figures of the ${subject}`
export const rows = 'Rows'
export const valid = 'Valid'
export const toFixLabel = 'To fix'
export const loadAmount = 'Load amount'
export const orderFee = 'Order fee'
export const fee = 'Fee'
export const serverCheck = 'Server check'
export const checkingRows = (checkable: number): string => `Checking ${counted(checkable, 'row', 'rows')}…`
export const saveForLater = 'Save for later'
export const checkAgain = 'Check again'
export const checkRowsButton = 'Check rows'
export const next = 'Next'
export const continueOn = 'Continue'
export const spreadsheetChangedCards = 'Your spreadsheet changed some card numbers'
export const thenUploadCorrectedFile = 'Then choose File, Upload a corrected file.'
export const notYet = 'Not yet'
export const answeredOfCheckable = (answered: number, checkable: number): string =>
  `${number(answered)} of ${number(checkable)}`
export const changedSince = (at: string, unchecked: number): string => `${at}, ${number(unchecked)} changed since`
export const sampleFile = 'Template'
export const template = 'Template'
export const cannotConnectToServer = 'Cannot connect to server'
export const weCannotTellWhetherArrived = (subject: string): string => `We cannot tell whether the ${subject} arrived`
export const checkRows = 'Check the rows'
export const startAnother = (subject: string): string => `Start another ${subject}`
export const stepsOf = (title: string): string => `Steps of ${title}`
export const isOnItsWay = (subject: string): string => `Sending the ${subject}`
export const itCanBeLookedAtHere = 'You can look at it here and continue in either place. Nothing has to be done twice.'
export const cardsIdentifiedByLabel = 'Cards identified by'
export const unknownCards = 'Unknown cards'
export const acceptedFailAtProcessing = 'Accepted; they fail when the batch is processed'
export const notAccepted = 'Not accepted'
export const retiredWithItForGood = 'Retired for good'
export const notRetired = 'Not retired'
export const numberOf = (many: string): string => `Number of ${many}`
export const totalOrderFee = 'Total order fee'
export const totalLoadAmount = 'Total load amount'
export const cardIssueFee = 'Card issue fee'
export const perCard = 'per card'
export const withErrors = 'With errors'
export const leftOut = (toFix: number): string => `${counted(toFix, 'row', 'rows')} left out`
export const checkedByServer = 'Checked by the server'
export const leftOutLabel = 'Left out'
export const removedBy = (removed: number): string => `${counted(removed, 'row', 'rows')} removed`
export const youAreOfflineYouCanKeep = (subject: string): string =>
  `You are offline. You can keep editing, and the ${subject} is kept here. Checking and submitting resume when you are back online.`
export const campaignNameClosed = (campaignName: string): string => `${campaignName} (closed)`
export const campaignChosen = (chosen: string): string => `Campaign ${chosen}`
export const campaignId = (id: string): string => `Campaign ${id}`
export const theDraft = 'The draft'
export const noAnswerHasComeCheckGoes = 'The check is repeated automatically in a moment. Nothing is lost.'
export const fundingAccount = 'Funding account'
export const canBeSubmitted = 'You can still submit it.'
export const topUpBeforeApproval = 'Top up the account before it is approved.'
export const topUpBeforeFinal = 'Top up the account before the order is final, 24 hours after submission.'

export const fixCharacters = 'Fix'
export const writeTextInPlainCharacters = 'Write the text in plain characters'
