// The words of pages/shared/AppSetup.tsx.

export const waitingForAnswer = 'Waiting for the answer'
export const cancel = 'Cancel'
export const verificationCode = 'Verification Code'
export const enterCodeFirst = 'Enter the code first'
export const scanThisQrCode = 'Scan this QR code with your authenticator app.'
export const qrCodeOfSecret = 'QR code of the secret for your authenticator app'
export const noCameraTypeThisKeyInstead = 'No camera? Type this key instead:'
export const theKey = 'the key'
export const enterCodeThatAppShowsNow = 'Enter the code that the app shows now.'
export const accept = 'Accept'
