// The router: each row of the route table behind its gate, in the shell.
import { QueryClientProvider } from '@tanstack/react-query'
import { createBrowserRouter, Outlet, RouterProvider, useMatches } from 'react-router-dom'
import { client } from '#brand/current.ts'
import { queryClient } from '#services/queries.ts'
import { Gate } from './Gate.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { type Route, routes } from './routes.tsx'
import { useFreshUser } from './freshUser.ts'
import { Shell } from './Shell.tsx'

const router = createBrowserRouter(
  [
    {
      element: <Frame />,
      children: [
        ...routes.map((route) => ({ path: route.path, handle: route, element: <Gate route={route} /> })),
        { path: '*', handle: { title: 'Not Found' }, element: <NotFoundPage /> },
      ],
    },
  ],
  { basename: client.basePath },
)

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}

function Frame() {
  useFreshUser()
  const handle = useMatches().at(-1)?.handle as Pick<Route, 'title'> | undefined
  return (
    <Shell title={handle?.title}>
      <Outlet />
    </Shell>
  )
}
