// Replaces react-style-singleton, which Radix's scroll lock uses. The content security policy blocks the <style>
// element of the original, but accepts a constructed stylesheet. As in the original, the rules exist while at least one
// component uses them.
import { useEffect } from 'react'

export function stylesheetSingleton() {
  let userCount = 0
  let sheet: CSSStyleSheet | undefined
  return {
    add(styles: string) {
      userCount += 1
      const isFirstUser = userCount === 1
      if (!isFirstUser) return
      const newSheet = new CSSStyleSheet()
      newSheet.replaceSync(styles)
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, newSheet]
      sheet = newSheet
    },
    remove() {
      userCount -= 1
      if (userCount > 0 || !sheet) return
      const removedSheet = sheet
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== removedSheet)
      sheet = undefined
    },
  }
}

export function styleHookSingleton() {
  const sheet = stylesheetSingleton()
  return function useStyle(styles: string, isDynamic?: boolean) {
    // As in the original, only a dynamic component replaces its rules when they change. For any other component the
    // dependency is always undefined, so the effect runs once.
    const dynamicStyles = isDynamic ? styles : undefined
    useEffect(() => {
      sheet.add(styles)
      return () => sheet.remove()
      // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
    }, [dynamicStyles])
  }
}

export function styleSingleton() {
  const useStyle = styleHookSingleton()
  return function Sheet({ styles, dynamic }: { readonly styles: string; readonly dynamic?: boolean }) {
    useStyle(styles, dynamic)
    return null
  }
}
