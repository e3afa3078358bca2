// The words of domain/calendar.

export const january = 'January'
export const february = 'February'
export const march = 'March'
export const april = 'April'
export const may = 'May'
export const june = 'June'
export const july = 'July'
export const august = 'August'
export const september = 'September'
export const october = 'October'
export const november = 'November'
export const december = 'December'
