// The words of app/route: the groups of the menu.

export const users = 'Users'
export const cardManagement = 'Card Management'
export const batches = 'Batches'
export const cardOrders = 'Card Orders'
export const merchants = 'Merchants'
export const reports = 'Reports'
