// Other names of order columns in files.
import type { PhysicalFieldName, VirtualFieldName } from './fields.ts'

type Aliases<Name extends string> = Readonly<Record<Name, readonly string[]>>

const reference = [
  'Reference',
  'Reference Number',
  'Ref',
  'Ref No',
  'Cust Ref',
  'Customer Ref',
  'Customer Reference Number',
  'Customer ID',
]
const amount = ['Amount', 'Load', 'Load Value', 'Initial Load', 'Initial Amount']
const phone = [
  'Phone',
  'Phone Number',
  'Phone No',
  'Telephone',
  'Telephone Number',
  'Tel',
  'Tel No',
  'Mobile',
  'Mobile Number',
  'Mobile No',
  'Contact Number',
  'Contact No',
]

export const physicalAliases: Aliases<PhysicalFieldName> = {
  name: ['First Name', 'Given Name', 'Forename'],
  surname: ['Last Name', 'Family Name'],
  customerReference: reference,
  loadAmount: amount,
  cardOrderFee: ['Fee', 'Card Fee', 'Order Fee'],
  recipientName: ['Recipient', 'Recipient Full Name', 'Deliver To', 'Addressee'],
  recipientNumber: ['Recipient Number', 'Recipient Phone', ...phone],
  address1: ['Address', 'Address Line 1', 'Street Address', 'Street', 'Delivery Address'],
  address2: ['Address Line 2'],
  postalCode: ['Postcode', 'Postal', 'ZIP', 'ZIP Code'],
}

export const virtualAliases: Aliases<VirtualFieldName> = {
  customerReference: reference,
  cardLabel: ['Label'],
  notificationNumber: ['Notification Phone', 'Notification No', ...phone],
  expiryDate: ['Expiry', 'Expires', 'Expires On', 'Expiration', 'Expiration Date', 'Valid Until', 'Valid To'],
  loadAmount: amount,
  tagName: ['Tag Names'],
  tagValue: ['Tag Values'],
}
