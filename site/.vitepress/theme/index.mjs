import DefaultTheme from "vitepress/theme";
import "./site.css";

export default {
  extends: DefaultTheme,
  /** The theme gives every page a main landmark but the front page; the build puts it into the file, this into what follows a click. */
  enhanceApp({ router }) {
    if (typeof document === "undefined") return;
    const mark = () => {
      const content = document.querySelector(".VPContent");
      if (content?.classList.contains("is-home")) content.setAttribute("role", "main");
      else content?.removeAttribute("role");
    };
    router.onAfterRouteChange = () => requestAnimationFrame(mark);
  },
};
