// The lab: the portal's machines, driven by hand. Not shipped; `npm run machines` and `npm run dev` serve it.
import './lab.css'
import { createRoot } from 'react-dom/client'
import { Lab } from './Lab.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('no #root')
createRoot(root).render(<Lab />)
