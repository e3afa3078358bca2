// The smallest possible portal: React, its router and a form. The reference of P5.
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Route, Routes } from 'react-router-dom'

const Form = () => (
  <form>
    <label>
      Username <input />
    </label>
    <button>Log in</button>
  </form>
)

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <BrowserRouter>
      <Routes>
        <Route path="*" element={<Form />} />
      </Routes>
    </BrowserRouter>,
  )
