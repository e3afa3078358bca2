// The operations of the merchants area and who answers them.
import { merchantSignUp, merchantSignUpLimit } from './sign-up.ts'

export const merchantHandlers = { merchantSignUp, merchantSignUpLimit }
