// What the wizard says where there is no connection, in each of its steps alike.

export const OFFLINE =
  'You are offline. You can keep editing, and the batch is kept here; checking and submitting resume when you are back online.'
