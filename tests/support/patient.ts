// Tests of screens wait for what they wait for, not for a second: the machine may be busy with other things.
import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: 60_000 })
