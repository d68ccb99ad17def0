import { languages } from '../content/contract.ts';
import { defaultLanguage, storageKeys } from './preference-names.ts';

/** Runs in the head before the first paint; the CSP allows it by its hash. */
export const headScript = `(function(){var r=document.documentElement.dataset,t,l;try{t=localStorage.getItem('${storageKeys.theme}');l=localStorage.getItem('${storageKeys.language}')}catch(e){}r.theme=t==='light'||t==='dark'?t:matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';r.language=/^(${languages.join('|')})$/.test(l)?l:'${defaultLanguage}'})()`;
