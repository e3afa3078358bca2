// The routes that are known before sign-in. All other routes load together when one of them is opened, because the
// sign-in page must be small: it does not need the tables of batches, orders and reports that those routes use.
import { m } from '#words/messages.js'
import LogoutPage from '#pages/access/LogoutPage.tsx'
import type { Route } from './route.ts'

/**
 * Most visits start here. Because this route is known, a signed-out user is redirected before anything else is loaded.
 */
export const homeRoute: Route = {
  path: '/',
  title: m.app_home(),
  menu: { group: 'top', label: m.app_home(), icon: 'House' },
  page: () => import('#pages/home/HomePage.tsx'),
}

export const routesBeforeSignIn: readonly Route[] = [
  { path: '/login', title: m.common_logIn(), signedOutOnly: true, page: () => import('#pages/access/LoginPage.tsx') },
  {
    path: '/forgotPassword',
    title: m.common_forgotYourPassword(),
    signedOutOnly: true,
    page: () => import('#pages/access/ForgotPasswordPage.tsx'),
  },
  {
    path: '/password/:uuid/reset',
    title: m.common_setPassword(),
    signedOutOnly: true,
    page: () => import('#pages/access/ResetPasswordPage.tsx'),
  },
  {
    path: '/user/:uuid/activate',
    title: m.common_activateYourAccount(),
    isPublic: true,
    page: () => import('#pages/access/ActivatePage.tsx'),
  },
  // Loaded together with this file, because logging out must work without a connection.
  { path: '/logout', title: m.app_logOut(), page: () => Promise.resolve({ default: LogoutPage }) },
]
