// The groups of the demo programme's users.
import { permissions } from '#domain/access/permissions.ts'
import type { GroupPlan } from '#server/programme/init/plan.ts'

/** Both owners have the same groups. */
export const demoGroups: readonly GroupPlan[] = [
  { name: 'Programme administrators', permissions },
  {
    name: 'Batch makers',
    permissions: [
      'User.settings',
      'CardStatement.read',
      'Card.reveal',
      'Card.write',
      'Card.order',
      'Batch.load',
      'Batch.redeem',
      'Funding.read',
      'Funding.record',
      'MerchantSignUp.read',
      'MerchantSignUp.write',
    ],
  },
  {
    name: 'Batch checkers',
    permissions: [
      'User.settings',
      'CardStatement.read',
      'Card.reveal',
      'Card.approve',
      'Batch.approve',
      'Funding.read',
      'Funding.confirm',
      'Report.read',
    ],
  },
  {
    name: 'Readers',
    permissions: ['User.settings', 'CardStatement.read', 'MerchantSignUp.read', 'Funding.read', 'Report.read'],
  },
]
