// Formulas of pages and of notebook outputs, after every navigation.
document$.subscribe(() => {
  renderMathInElement(document.body, {
    delimiters: [
      { left: "$$", right: "$$", display: true },
      { left: "\\[", right: "\\]", display: true },
      { left: "\\(", right: "\\)", display: false },
    ],
    throwOnError: true,
  });
  for (const output of document.querySelectorAll(".jp-RenderedLatex, .jp-RenderedMarkdown")) {
    renderMathInElement(output, { delimiters: [{ left: "$", right: "$", display: false }], throwOnError: true });
  }
});
