// The words of the list of notices.

export const notices = 'Notices'
export const noneYet = 'No notices yet'
export const whatIsListed = 'Messages from the portal stay here until you log out.'
export const note = 'Note'
export const done = 'Done'
export const error = 'Error'
