// The handlers of the operations of merchants.
import { merchantSignUp, merchantSignUpLimit } from './sign-up.ts'

export const merchantHandlers = { merchantSignUp, merchantSignUpLimit }
