// The words of app/help.

export const help = 'Help'
export const helpTitle = (topic: string): string => `Help: ${topic}`
export const close = 'Close'
export const allTopics = 'All topics'
export const couldNotBeLoaded = 'The help could not be loaded. Try again when you are back online.'
