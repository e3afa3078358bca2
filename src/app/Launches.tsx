// What the system gives to the portal: a file to be opened, a shared one, an address to show in the window that is there, a
// notification that was clicked.
// Loaded once there is a service worker, which whatever is installed has; the browser keeps what was given until then.
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { forgetOpened, takeOpened, useAskedFile, wasAnswered } from '#services/opened-file.ts'
import { useSession } from '#services/session.ts'
import { takeShared, watchLaunches, watchNotices } from './launches.ts'

const OpenedFileDialog = lazy(() => import('./OpenedFileDialog.tsx'))

export default function Launches() {
  const session = useSession()
  const file = useAskedFile()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const here = useRef('')
  here.current = pathname + search

  useEffect(() => {
    watchLaunches(({ files, path, isRepeated }) => {
      if (files.length > 0) takeOpened(isRepeated ? files.filter((each) => !wasAnswered(each)) : files)
      else if (path !== undefined && path !== here.current && !isRepeated) void navigate(path)
    })
    void takeShared().then(takeOpened)
    return watchNotices((path) => void navigate(path))
    // oxlint-disable-next-line react/exhaustive-deps -- once, whatever the router does meanwhile
  }, [])

  // It waits for whoever signs in next, and for nobody who comes after them.
  const userId = session?.user.userId
  const whose = useRef(userId)
  useEffect(() => {
    if (userId === undefined) return
    if (whose.current !== undefined && whose.current !== userId) forgetOpened()
    whose.current = userId
  }, [userId])

  if (!session || !file) return null
  return (
    <Suspense>
      <OpenedFileDialog key={`${file.name} ${file.size} ${file.lastModified}`} file={file} session={session} />
    </Suspense>
  )
}
