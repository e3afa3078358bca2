// The router: each row of the route table behind its gate, in the shell.
import { useEffect } from 'react'
import { BrowserRouter, matchPath, Route, Routes, useLocation, useNavigationType } from 'react-router-dom'
import { client } from '#brand/current.ts'
import { useFreshUser } from './freshUser.ts'
import { Gate } from './Gate.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { patternOf, routes } from './routes.tsx'
import { Shell } from './Shell.tsx'

export function App() {
  return (
    <BrowserRouter basename={client.basePath}>
      <Frame />
    </BrowserRouter>
  )
}

function Frame() {
  const { pathname } = useLocation()
  const way = useNavigationType()
  useFreshUser()
  useEffect(() => {
    // Back and forward keep the place the browser restores.
    if (way === 'PUSH') scrollTo(0, 0)
  }, [pathname, way])
  return (
    <Shell title={routes.find((route) => matchPath(patternOf(route), pathname))?.title ?? 'Not Found'}>
      <Routes>
        {routes.map((route) => (
          <Route key={route.path} path={patternOf(route)} element={<Gate route={route} />} />
        ))}
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Shell>
  )
}
