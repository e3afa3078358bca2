// Replaces react-style-singleton, which Radix's scroll lock uses: the content security policy blocks its <style>
// element but accepts a constructed stylesheet. Same three functions, same behaviour: the rules exist while at least
// one component uses them.
import { useEffect } from 'react'

export function stylesheetSingleton() {
  let users = 0
  let sheet: CSSStyleSheet | undefined
  return {
    add(styles: string) {
      if (users++ > 0) return
      const newSheet = new CSSStyleSheet()
      newSheet.replaceSync(styles)
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, newSheet]
      sheet = newSheet
    },
    remove() {
      if (--users > 0 || !sheet) return
      const removedSheet = sheet
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== removedSheet)
      sheet = undefined
    },
  }
}

export function styleHookSingleton() {
  const sheet = stylesheetSingleton()
  return function useStyle(styles: string, isDynamic?: boolean) {
    const changes = isDynamic ? styles : undefined
    useEffect(() => {
      sheet.add(styles)
      return () => sheet.remove()
      // eslint-disable-next-line react-hooks/exhaustive-deps -- like the original: static unless `isDynamic` is set
    }, [changes])
  }
}

export function styleSingleton() {
  const useStyle = styleHookSingleton()
  return function Sheet({ styles, dynamic }: { readonly styles: string; readonly dynamic?: boolean }) {
    useStyle(styles, dynamic)
    return null
  }
}
