// The routes that are known before anybody is signed in (access §2). All others are loaded together when one of them is opened:
// the sign-in page must be light, and what it needs none of are the tables of batches, orders and reports.
import LogoutPage from '#pages/access/LogoutPage.tsx'
import * as say from '#words/app/first-routes.ts'
import type { Route } from './route.ts'

/** Where most begin, signed in or not: who is not is sent to sign in before anything else is loaded. */
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
  // Not loaded when it is needed: signing out must not wait for a line (threats T17).
  { path: '/logout', title: say.logOut, page: () => Promise.resolve({ default: LogoutPage }) },
]
