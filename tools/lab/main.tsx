// The lab: the portal's machines, driven by hand. `npm run machines` and `npm run dev` serve it. A release has no lab.
import './lab.css'
import { createRoot } from 'react-dom/client'
import { Lab } from './Lab.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('no #root')
createRoot(root).render(<Lab />)
