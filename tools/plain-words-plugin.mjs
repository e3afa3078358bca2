// An oxlint plugin for plain English: reports the words of .ci/plain-words.mjs in comments and identifiers.
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commentFolders, names, words } from '../.ci/plain-words.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Removes quotations and code, which may contain any word. */
const prose = (text) => text.replaceAll(/'[^'\n]*'|`[^`\n]*`|"[^"\n]*"/g, '')

const comments = {
  create(context) {
    const file = relative(root, context.filename).split(sep).join('/')
    if (!commentFolders.some((folder) => file.startsWith(`${folder}/`))) return {}
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments())
          for (const [pattern, better] of words) {
            const found = pattern.exec(prose(comment.value))?.[0]
            if (found !== undefined)
              context.report({ node: comment, message: `Plain words: not '${found}', but ${better}.` })
          }
      },
    }
  },
}

const identifiers = {
  create: (context) => ({
    Identifier(node) {
      const found = names.find(([pattern]) => pattern.test(node.name))
      if (found) context.report({ node, message: `Plain words: not '${node.name}', but a name with '${found[1]}'.` })
    },
  }),
}

export default { meta: { name: 'plain' }, rules: { comments, names: identifiers } }
