// The routes known before sign-in. All other routes load together when one of them is opened. The sign-in page must be
// small and does not need the tables of batches, orders and reports.
import LogoutPage from '#pages/access/LogoutPage.tsx'
import * as say from '#words/app/first-routes.ts'
import type { Route } from './route.ts'

/** Most visits start here: a signed-out user is redirected to sign-in before anything else is loaded. */
export const homeRoute: Route = {
  path: '/',
  title: say.home,
  menu: { group: 'top', label: say.home, icon: 'House' },
  page: () => import('#pages/home/HomePage.tsx'),
}

export const firstRoutes: readonly Route[] = [
  { path: '/login', title: say.logIn, open: true, page: () => import('#pages/access/LoginPage.tsx') },
  {
    path: '/forgotPassword',
    title: say.forgotYourPassword,
    open: true,
    page: () => import('#pages/access/ForgotPasswordPage.tsx'),
  },
  {
    path: '/password/:uuid/reset',
    title: say.setPassword,
    open: true,
    page: () => import('#pages/access/ResetPasswordPage.tsx'),
  },
  {
    path: '/user/:uuid/activate',
    title: say.activateYourAccount,
    anybody: true,
    page: () => import('#pages/access/ActivatePage.tsx'),
  },
  // Loaded eagerly: signing out must not wait for a connection.
  { path: '/logout', title: say.logOut, page: () => Promise.resolve({ default: LogoutPage }) },
]
