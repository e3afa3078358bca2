// The words of flows/users.

export const userWasCreated = (username: string): string => `user ${username} was created`
export const userWasSaved = (username: string): string => `user ${username} was saved`
export const userActivationEmailGoes = (username: string, email: string): string =>
  `User ${username}. An activation email goes to ${email}`
export const userUsername = (username: string): string => `User ${username}`
export const userWasDeleted = (name: string): string => `user ${name} was deleted`
export const userWasLocked = (name: string): string => `user ${name} was locked`
export const userWasUnlocked = (name: string): string => `user ${name} was unlocked`
export const newActivationEmailToUser = (name: string): string => `a new activation email to user ${name} was sent`
export const twoFactorOfUserReset = (name: string): string => `the two-factor authentication of user ${name} was reset`
export const userUserName = (userName: string): string => `User ${userName}`
export const changeOfUserConfirmed = (name: string): string => `the change of user ${name} was confirmed`
