// Who may import whom. One row per layer: the folder, what it may import besides itself, and the sentence for whoever
// breaks it. `type:x` allows `import type` alone. tools/layers-plugin.mjs checks the table in every lint run and in the editor.

/**
 * @typedef {object} Layer
 * @property {string} name
 * @property {string} folder
 * @property {string[]} layers    other layers it may import; `type:name` for types alone, `name/part` for a part of one
 * @property {string[] | 'any'} packages    packages it may import; 'node' stands for Node's own modules
 * @property {string} why
 * @property {string[]} [areas]    subfolders that may not import each other; ['*'] means each of them
 * @property {string} [areasWhy]
 * @property {string[]} [joins]    subfolders that know all areas, as the files beside the folders do
 */

/** The contract as the portal may know it: plain data and types. Its schemas, and zod with them, are the host's. */
const contractData = ['contract/facts', 'contract/codes', 'contract/acts', 'contract/batch-file', 'type:contract']

/** @type {Layer[]} */
export const layers = [
  {
    name: 'words',
    folder: 'src/words',
    layers: [],
    packages: [],
    why: 'The catalogue of sentences stands below everything: it imports nothing. Hand the value in as an argument instead.',
  },
  {
    name: 'domain',
    folder: 'src/domain',
    layers: ['words'],
    packages: [],
    why: 'The domain is pure and shared by worker, portal and host: it knows words and nothing else. Hand the value in as an argument instead.',
  },
  {
    name: 'contract',
    folder: 'src/contract',
    layers: ['words', 'domain'],
    packages: ['zod'],
    why: 'The contract says what may be asked: it knows the domain and zod, so that portal and host can both read it.',
  },
  {
    name: 'sheets',
    folder: 'src/sheets',
    layers: ['domain'],
    packages: ['fflate', 'papaparse', 'saxes', 'xlsx'],
    why: 'Sheets turn bytes into rows and back, in a worker and in Node alike: the domain and file libraries only, no DOM, no Node.',
  },
  {
    name: 'brand',
    folder: 'src/brand',
    layers: ['type:domain'],
    packages: [],
    why: 'A client file is plain data read by portal, host and build: it may use types of the domain and nothing else.',
  },
  {
    name: 'workers',
    folder: 'workers',
    layers: ['words', 'domain', 'sheets'],
    packages: ['comlink', 'jspdf', 'jspdf-autotable', 'qrcode', '@fontsource/noto-sans'],
    why: 'A worker is a thin Comlink entry over domain and sheets: what it needs from the portal or the host comes in as an argument.',
  },
  {
    name: 'server',
    folder: 'server',
    layers: ['words', 'domain', 'contract', 'sheets', 'brand'],
    packages: 'any',
    why: 'The host knows domain, contract, sheets and brand. Screens, machines and browser storage belong to the portal.',
    areas: ['access', 'cards', 'batches', 'orders', 'merchants', 'users', 'reports'],
    areasWhy:
      'One area of the host never imports another: what two areas share is in ledger, approvals, jobs, db or operations.',
    joins: ['programme', 'demo'],
  },
  {
    name: 'machines',
    folder: 'src/machines',
    layers: ['words', 'domain', 'type:contract'],
    packages: ['xstate'],
    why: 'A machine is a pure chart with its actors left open: services, storage and React come in through flows (machine.provide).',
  },
  {
    name: 'storage',
    folder: 'src/storage',
    layers: ['domain', 'type:contract'],
    packages: ['dexie'],
    why: 'Storage keeps what it is handed: it knows the domain, types of the contract and Dexie, never who calls it.',
  },
  {
    name: 'rows',
    folder: 'src/rows',
    layers: ['words', 'domain', 'type:contract'],
    packages: [],
    why: 'Rows that are open are plain state: edits, views, findings and stored forms, without storage, services or React. A flow brings these.',
  },
  {
    name: 'services',
    folder: 'src/services',
    layers: ['words', 'domain', ...contractData, 'brand', 'machines/connection', 'machines/update', 'type:workers'],
    packages: 'any',
    why: 'Services are the hands of the portal: domain, facts, codes and types of the contract, brand, types of the worker APIs, and the charts of the line and of a new version, which every call speaks to. Flows join them with other machines and storage.',
  },
  {
    name: 'flows',
    folder: 'src/flows',
    layers: ['words', 'domain', 'rows', 'type:contract', 'brand', 'services', 'storage', 'machines'],
    packages: ['xstate', '@xstate/react', 'react'],
    why: 'A flow joins a machine with services and storage: it renders nothing and knows no page.',
  },
  {
    name: 'ui',
    folder: 'src/ui',
    layers: [
      'words',
      'domain/columns',
      'domain/money',
      'domain/calendar',
      'domain/dates',
      'domain/instants',
      'domain/lists',
      'domain/units',
      'domain/qr-drawing',
      'brand',
    ],
    packages: 'any',
    why: 'The design system is dumb: it knows columns, lists, money, dates, drawings of codes and the brand. Give it what it shows as props.',
  },
  {
    // Before the pages, whose folder it lies in.
    name: 'shared',
    folder: 'src/pages/shared',
    layers: ['words', 'domain', 'rows', ...contractData, 'brand', 'services', 'flows', 'ui'],
    packages: ['react', 'react-router-dom', 'lucide-react'],
    why: 'A part that pages of several areas show: it knows rows, flows, services and ui, never one of those areas.',
  },
  {
    name: 'pages',
    folder: 'src/pages',
    layers: [
      'words',
      'domain',
      'rows',
      ...contractData,
      'brand',
      'services',
      'storage',
      'machines',
      'flows',
      'ui',
      'shared',
    ],
    packages: 'any',
    why: 'A page uses flows, services and ui, never the app around it, a worker, the host or a schema of the contract directly.',
    areas: ['*'],
    areasWhy:
      'One area of pages never imports another: what two areas share sits in ui, pages/shared, flows or services.',
  },
  {
    name: 'app',
    folder: 'src/app',
    layers: [
      'words',
      'domain',
      'rows',
      ...contractData,
      'contract/paths',
      'brand',
      'services',
      'storage',
      'machines',
      'flows',
      'ui',
      'pages',
    ],
    packages: 'any',
    why: "The app joins what is in src: workers are reached through services, the host through the contract, whose schemas are the host's.",
  },
]

/** Packages that stay out of a layer which is otherwise free in its choice. */
export const unwanted = [
  {
    layer: 'server',
    packages: ['react', 'react-dom', 'dexie', 'xstate', 'comlink'],
    why: 'That package belongs to the portal, not to the host.',
  },
  {
    layer: 'ui',
    packages: ['@tanstack/react-query', 'dexie', 'xstate', '@xstate/react', 'comlink', 'zod'],
    why: 'The design system fetches, stores and decides nothing: give it what it shows as props.',
  },
  {
    layer: 'pages',
    packages: ['dexie', 'comlink', 'xlsx', 'papaparse', 'jspdf'],
    why: 'Pages reach storage and workers through flows and services, which also keeps these packages out of the first load.',
  },
  {
    layer: 'services',
    packages: ['dexie', 'xlsx', 'papaparse', 'jspdf'],
    why: 'Storage and sheets have their own layers; a flow joins them with services.',
  },
]

/** Layers in which nothing may read the clock or draw random numbers. */
export const timeless = {
  folders: ['src/domain', 'src/machines'],
  why: 'No clock and no randomness in domain and machines: take the value as an argument (or from the event), so that the same input gives the same result.',
}
