// Handles launches by the system: a file to open, a shared file, an address to show in the open window, or a clicked
// notification. Every installed app has a service worker, so this code is loaded only once a service worker is active.
// Until then the browser queues the launches.
import { Suspense, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { offerFiles, useOfferedFiles, wasHandled } from '#services/files/opened-file.ts'
import { useSession } from '#services/session/session.ts'
import { receiveSharedFiles, watchLaunches, watchNotificationClicks } from './launches.ts'
import { lazyPart } from '#ui/lazy-part.ts'

const OpenedFileDialog = lazyPart(() => import('./OpenedFileDialog.tsx'))

export default function LaunchHandler() {
  const session = useSession()
  const files = useOfferedFiles()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const currentPath = useRef('')
  currentPath.current = pathname + search

  useEffect(() => {
    watchLaunches(({ files: openedFiles, path, isRepeated }) => {
      if (openedFiles.length > 0) {
        offerFiles(isRepeated ? openedFiles.filter((file) => !wasHandled(file)) : openedFiles)
        return
      }
      const isOtherPage = path !== undefined && path !== currentPath.current
      if (isOtherPage && !isRepeated) void navigate(path)
    })
    void receiveSharedFiles().then(offerFiles)
    return watchNotificationClicks((path) => void navigate(path))
    // oxlint-disable-next-line react/exhaustive-deps -- only once, also if `navigate` changes
  }, [])

  if (!session || files.length === 0) return null
  // Other files open a new dialog.
  const filesKey = files.map(({ name, size }) => `${name} ${size}`).join()
  return (
    <Suspense>
      <OpenedFileDialog key={filesKey} files={files} session={session} />
    </Suspense>
  )
}
