// The router: each row of the route table behind its gate, in the shell. The plain router of react-router, since its data
// router would add a sixth to the sign-in page and the portal's data has its own cache.
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { BrowserRouter, matchPath, Route, Routes, useLocation, useNavigationType } from 'react-router-dom'
import { client } from '#brand/current.ts'
import { queryClient } from '#services/queries.ts'
import { useFreshUser } from './freshUser.ts'
import { Gate } from './Gate.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { routes } from './routes.tsx'
import { Shell } from './Shell.tsx'

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter basename={client.basePath}>
        <Frame />
      </BrowserRouter>
    </QueryClientProvider>
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
    <Shell title={routes.find(({ path }) => matchPath(path, pathname))?.title ?? 'Not Found'}>
      <Routes>
        {routes.map((route) => (
          <Route key={route.path} path={route.path} element={<Gate route={route} />} />
        ))}
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Shell>
  )
}
