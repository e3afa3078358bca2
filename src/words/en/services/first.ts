// The words of services/first.

export const thisDeviceHasPasskey = 'This device has a passkey for your account already'
export const noPasskeyWasUsedRequest = 'No passkey was used: the request was closed or took too long. Try again'
export const passkeysWorkAtPortalsOwnAddress =
  "Passkeys work at the portal's own address only. Open the portal there, or try another way"
export const thisBrowserCouldNotUsePasskey = 'This browser could not use a passkey here. Try another way'
export const asSystem = 'System'
export const light = 'Light'
export const dark = 'Dark'
export const thereIsNoConnectionToServer = 'There is no connection to the server. This can be done when it is back.'
