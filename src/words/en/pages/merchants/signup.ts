// The words of pages/merchants/signup.
import { counted } from '#words/figures.ts'

export const qrCode = 'QR code'
export const noQrCodeYet = 'No QR code yet'
export const howToHaveQrCode = 'Generate one with the form, or choose a merchant from the list.'
export const qrCodeOf = (merchantName: string, mastercardMerchantID: string): string =>
  `QR code of ${merchantName}, ${mastercardMerchantID}`
export const png = 'PNG'
export const svg = 'SVG'
export const printCounterSheet = 'Print counter sheet'
export const textOfQrCode = 'the text of the QR code'
export const merchantNumber = 'Merchant Number'
export const generate = 'Generate'
export const thereIsNothingToClear = 'There is nothing to clear'
export const clear = 'Clear'
export const usePlain = (plain: string): string => `Use “${plain}”`
export const merchantId = 'Merchant ID'
export const merchantName = 'Merchant Name'
export const thereIsNoMerchantInList = 'There is no merchant in the list yet'
export const fileIsBeingMade = 'A file is being made'
export const allQrCodes = 'All QR codes'
export const downloadInformation = 'Download Merchant Information'
export const countOfLimit = (count: number, limit: number): string => `${count} of ${limit}`
export const download = 'Download'
export const counterSheetsInOnePdf = 'Counter sheets in one PDF'
export const picturesInZipPngAndSvg = 'Pictures in a zip, PNG and SVG'
export const merchantInformation = 'Merchant Information'
export const qrCodeOfNameNumberWord = (name: string, numberWord: string): string => `QR code of ${name}, ${numberWord}`
export const removeNameNumberWord = (name: string, numberWord: string): string => `Remove ${name}, ${numberWord}`
export const remove = 'Remove'
export const noMerchantsYet = 'No merchants yet'
export const whatListHolds =
  'Each merchant you sign up is listed here, only for you and only on this device, until you clear the list.'
export const listIsLocked = 'Your list cannot be opened yet'
export const listOpensWhenServerAnswers =
  'It is encrypted on this device, and the server provides the key. Nothing is lost: it opens when you are back online.'
export const clearMerchantInformation = 'Clear Merchant Information'
export const removeTheseItems = 'Are you sure you want to remove these items?'
export const removeThisItem = 'Are you sure you want to remove this item?'
export const codesGoOnWorking = (count: number): string =>
  `${counted(count, 'merchant', 'merchants')}. Their QR codes keep working. Download the list first if you still need it.`
export const codeGoesOnWorking = (name: string, merchantNumber: string): string =>
  `${name}, ${merchantNumber}. Its QR code keeps working. Download the list first if you still need it.`
export const qrCodesOfMerchants = 'QR codes of merchants'
export const fillInOrCorrect = (map: string): string => `Fill in or correct: ${map}`
export const thisCodeIsNotInOur = 'This code is not in our list. It is used as it is.'
export const qrCodeCutsCity = (maxQrCity: number, city: string): string =>
  `The QR code contains the first ${maxQrCity} characters, “${city}”. The file keeps the whole name.`
export const qrCodeCannotHoldWrite = (which: string, plain: string | undefined): string =>
  `A QR code cannot contain ${which}. Write ${plain === undefined ? 'the name in the letters A to Z' : 'it without'}.`
