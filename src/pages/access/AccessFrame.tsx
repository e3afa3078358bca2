// The layout of the signed-out pages: one narrow column and, on a wide screen, the programme's picture beside it.
import type { ReactNode } from 'react'
import { useSession } from '#services/session/session.ts'
import { BrandScene } from './BrandScene.tsx'

export function AccessFrame({ children }: { readonly children: ReactNode }) {
  // A signed-in user can open an activation link. The menu and header of a signed-in user then surround this page, so
  // there is no room for the picture.
  const isSignedIn = useSession() !== undefined
  return (
    <>
      <div className={isSignedIn ? 'grid' : 'grid lg:w-[44vw]'}>
        <div className="mx-auto grid min-h-[64dvh] w-full max-w-100 content-center gap-6 px-6">{children}</div>
      </div>
      {!isSignedIn && <BrandScene />}
    </>
  )
}

/** The heading of a view, with its subtitle. */
export function AccessHeading({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="grid gap-1">
      <h1 className="text-2xl font-semibold tracking-tight text-balance">{title}</h1>
      {children !== undefined && <div className="text-muted text-pretty">{children}</div>}
    </div>
  )
}
